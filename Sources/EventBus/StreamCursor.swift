public import NavigationEvents

/// The progress of a subscriber in the events of a session, after which ``BusClient/join(_:after:timeout:)`` continues.
public struct StreamCursor: Sendable, Hashable {
    /// The run of the bus.
    public var run: UInt64
    /// ``NavigationEvents/Envelope/sequence`` of the last event; 0 before the first.
    public var sequence: UInt64
    /// ``NavigationEvents/Envelope/topicSequence`` of the last event of each topic. Topics without events are absent.
    public var topicSequences: [Topic: UInt64]

    /// Makes a cursor.
    public init(run: UInt64, sequence: UInt64, topicSequences: [Topic: UInt64]) {
        self.run = run
        self.sequence = sequence
        self.topicSequences = topicSequences
    }
}
