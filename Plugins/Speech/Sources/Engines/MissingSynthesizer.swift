/// The substitute for an engine that is missing: every utterance fails with the reason.
final class MissingSynthesizer: SpeechSynthesizer {
    let sampleRate = 22_050
    private let reason: SpeechError

    init(reason: SpeechError) { self.reason = reason }

    func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) { throw reason }
    func close() {}
}
