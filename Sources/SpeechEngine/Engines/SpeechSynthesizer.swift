/// The receiver of the sound of an utterance during synthesis.
package protocol SampleReceiver: AnyObject {
    /// Receives samples; `false` ends the utterance. An empty buffer only checks whether to continue.
    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool

    /// Marks the beginning of a word: the next samples belong to it.
    ///
    /// - Parameters:
    ///   - range: The range of the word in ``Utterance/text``, in Unicode scalars; empty if unknown.
    ///   - sample: The offset of the word in the utterance, in samples.
    func reach(_ range: Range<Int>, atSample sample: Int)

    /// Receives the names of omitted elements and attributes of the markup.
    func omit(_ names: [String])
}

extension SampleReceiver {
    /// Ignores the omissions.
    package func omit(_ names: [String]) {}
}

/// A speech engine. It is created, used and closed on one thread.
package protocol SpeechSynthesizer: AnyObject {
    /// The sample rate in samples a second; the sound is mono.
    var sampleRate: Int { get }

    /// Synthesizes an utterance from ``Utterance/startOffset`` on and delivers the sound in pieces. Returns when the
    /// sound is complete or the receiver ends it. The engine ignores the delays of the properties.
    func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError)

    /// Closes the engine.
    func close()
}
