/// The substitute for an engine that is missing: every utterance fails with the reason.
package final class MissingSynthesizer: SpeechSynthesizer {
    package let sampleRate = 22_050
    private let reason: SpeechError

    package init(reason: SpeechError) { self.reason = reason }

    package func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) throws(SpeechError) {
        throw reason
    }
    package func close() {}
}
