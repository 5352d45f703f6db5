/// Takes the sound of an utterance while it is being made.
protocol SampleReceiver: AnyObject {
    /// Takes samples; `false` ends the utterance. No samples at all only ask whether to go on.
    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool

    /// The samples that follow are those of a word.
    ///
    /// - Parameters:
    ///   - range: The word: Unicode scalars of the utterance's ``Utterance/text``; empty where nobody knows which.
    ///   - sample: Where its sound begins, in samples of the utterance.
    func reach(_ range: Range<Int>, atSample sample: Int)

    /// Takes note of parts of the markup that are left out, by their names.
    func omit(_ names: [String])
}

extension SampleReceiver {
    /// Lets it be.
    func omit(_ names: [String]) {}
}

/// A speech engine: makes sound of utterances. Made, used and closed on one thread.
protocol SpeechSynthesizer: AnyObject {
    /// Samples a second, mono.
    var sampleRate: Int { get }

    /// Makes the sound of an utterance from ``Utterance/spokenFrom`` on, piece by piece, into `receiver`; returns when it
    /// is complete or refused. The delays of its properties are not the engine's business.
    func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError)

    /// Ends the engine.
    func close()
}
