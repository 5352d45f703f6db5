/// Limits the reports of commands that were not played: the first one, and the number of further ones.
struct MissedTally: Hashable, Sendable {
    /// After this time, the next missed command is reported again, with the number of those before it.
    static let calmMilliseconds = 60_000

    private var toldAt: Int?
    private var untold = 0

    /// Counts a command that was not played; returns the report that is due.
    mutating func note(_ command: HapticCommand, at now: Int) -> DeviceNews? {
        if let toldAt, now - toldAt < Self.calmMilliseconds {
            untold += 1
            return nil
        }
        defer { (toldAt, untold) = (now, 0) }
        return untold > 0 ? .missedMore(untold + 1) : .missed(command)
    }

    /// Handles that a device works again; returns the report of the remaining missed commands.
    mutating func settle() -> DeviceNews? {
        defer { self = MissedTally() }
        return untold > 0 ? .missedMore(untold) : nil
    }
}
