public import NavigationEvents

/// How far somebody has got with the events of a session: where ``BusClient/join(_:after:timeout:)`` goes on.
public struct StreamPlace: Sendable, Hashable {
    /// The run of the bus.
    public var run: UInt64
    /// ``NavigationEvents/Envelope/sequence`` of the last event; 0 before the first.
    public var sequence: UInt64
    /// ``NavigationEvents/Envelope/topicSequence`` of the last event of each topic; absent topics have had none.
    public var topicSequences: [Topic: UInt64]

    /// Makes a place.
    public init(run: UInt64, sequence: UInt64, topicSequences: [Topic: UInt64]) {
        self.run = run
        self.sequence = sequence
        self.topicSequences = topicSequences
    }
}
