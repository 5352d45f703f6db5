/// The state of a session after a request: enough to continue it on another bus with the same events.
public struct SessionRecord: Sendable, Hashable {
    /// The numbers of the newest events, and those of them that are the present state.
    public var snapshot: Snapshot
    /// The inputs from which guidance recovers its state, as in a drive log. Each record in it has a checksum.
    public var drive: [UInt8]

    /// Makes a record.
    public init(snapshot: Snapshot, drive: [UInt8]) { (self.snapshot, self.drive) = (snapshot, drive) }
}
