/// The engine of the output `none`, which makes no sound.
final class SilentSynthesizer: SpeechSynthesizer {
    let sampleRate = 22_050
    func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) {}
    func close() {}
}
