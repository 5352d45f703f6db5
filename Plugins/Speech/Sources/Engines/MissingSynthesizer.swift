/// Stands in for an engine that is not there: whatever it is to say fails with the reason.
final class MissingSynthesizer: SpeechSynthesizer {
    let sampleRate = 22_050
    private let reason: SpeechError

    init(reason: SpeechError) { self.reason = reason }

    func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) { throw reason }
    func close() {}
}
