/// The numbers of an event. They stand in each envelope, also in one whose event only a later version knows: who passes it
/// over counts it all the same.
public struct EventNumbers: Sendable, Hashable {
    /// ``Envelope/run``.
    public var run: UInt64
    /// ``Envelope/sequence``.
    public var sequence: UInt64
    /// ``Envelope/topicSequence``.
    public var topicSequence: UInt64

    /// Makes numbers.
    public init(run: UInt64, sequence: UInt64, topicSequence: UInt64) {
        self.run = run
        self.sequence = sequence
        self.topicSequence = topicSequence
    }
}

extension Envelope {
    /// Its numbers.
    public var numbers: EventNumbers { EventNumbers(run: run, sequence: sequence, topicSequence: topicSequence) }
}
