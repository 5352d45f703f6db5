/// Limits the reports of commands that were not played: the first one, and the number of further ones.
struct MissedTally: Hashable, Sendable {
    /// After this time, the next missed command is reported again, with the number of those before it.
    static let reportIntervalMilliseconds = 60_000

    private var reportedAt: Int?
    private var unreported = 0

    /// Counts a command that was not played; returns the report that is due.
    mutating func note(_ command: HapticCommand, at now: Int) -> DeviceStatus? {
        if let reportedAt, now - reportedAt < Self.reportIntervalMilliseconds {
            unreported += 1
            return nil
        }
        defer { (reportedAt, unreported) = (now, 0) }
        return unreported > 0 ? .missedMore(unreported + 1) : .missed(command)
    }

    /// Handles that a device works again; returns the report of the remaining missed commands.
    mutating func settle() -> DeviceStatus? {
        defer { self = MissedTally() }
        return unreported > 0 ? .missedMore(unreported) : nil
    }
}
