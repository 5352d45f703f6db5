/// The run and the numbers of an event. An envelope whose event only a later version knows has them too, so that a
/// reader can skip the event and still count it.
public struct EventNumbers: Sendable, Hashable {
    /// ``Envelope/run``.
    public var run: UInt64
    /// ``Envelope/sequence``.
    public var sequence: UInt64
    /// ``Envelope/topicSequence``.
    public var topicSequence: UInt64

    /// Makes the numbers of an event.
    public init(run: UInt64, sequence: UInt64, topicSequence: UInt64) {
        self.run = run
        self.sequence = sequence
        self.topicSequence = topicSequence
    }
}

extension Envelope {
    /// The run and the numbers of the event.
    public var numbers: EventNumbers { EventNumbers(run: run, sequence: sequence, topicSequence: topicSequence) }
}
