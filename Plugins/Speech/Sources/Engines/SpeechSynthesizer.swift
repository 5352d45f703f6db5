/// Takes the sound of a sentence while it is being made.
protocol SampleReceiver: AnyObject {
    /// Takes samples; `false` ends the sentence.
    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool
}

/// A speech engine: makes sound of text. Made, used and closed on one thread.
protocol SpeechSynthesizer: AnyObject {
    /// Samples a second, mono.
    var sampleRate: Int { get }

    /// Makes the sound of a sentence, piece by piece, into `receiver`; returns when it is complete or refused.
    func synthesize(_ text: String, into receiver: some SampleReceiver) throws(SpeechError)

    /// Ends the engine.
    func close()
}

/// The engine of the output `none`: sentences without sound.
final class SilentSynthesizer: SpeechSynthesizer {
    let sampleRate = 22_050
    func synthesize(_ text: String, into receiver: some SampleReceiver) {}
    func close() {}
}
