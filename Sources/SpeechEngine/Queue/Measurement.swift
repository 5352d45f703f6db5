/// Utterances whose durations the voice measures while it has nothing to say.
package struct Measurement: Sendable {
    /// The utterances.
    package var utterances: [Utterance]
    /// Receives the seconds of each utterance, 0 where the engine cannot tell; called on the thread of the voice.
    package var done: @Sendable ([Double]) -> Void
    private(set) var seconds: [Double] = []

    /// Creates a measurement.
    package init(of utterances: [Utterance], done: @escaping @Sendable ([Double]) -> Void) {
        self.utterances = utterances
        self.done = done
    }

    /// The next utterance to measure; `nil` if all are measured.
    var next: Utterance? { seconds.count < utterances.count ? utterances[seconds.count] : nil }

    mutating func add(_ seconds: Double) { self.seconds.append(seconds) }
}
