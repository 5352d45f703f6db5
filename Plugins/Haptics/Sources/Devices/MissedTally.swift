/// Tells what was not felt without saying it again for each pulse: the first, and how many more there were.
struct MissedTally: Hashable, Sendable {
    /// What comes later than so is told anew, with those before it.
    static let calmMilliseconds = 60_000

    private var toldAt: Int?
    private var untold = 0

    /// Something was not felt; what is to be told of it.
    mutating func note(_ command: HapticCommand, at now: Int) -> DeviceNews? {
        if let toldAt, now - toldAt < Self.calmMilliseconds {
            untold += 1
            return nil
        }
        defer { (toldAt, untold) = (now, 0) }
        return untold > 0 ? .missedMore(untold + 1) : .missed(command)
    }

    /// Something can be felt again; what is to be told of what was not.
    mutating func settle() -> DeviceNews? {
        defer { self = MissedTally() }
        return untold > 0 ? .missedMore(untold) : nil
    }
}
