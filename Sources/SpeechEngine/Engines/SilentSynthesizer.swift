/// The engine of the output `none`, which makes no sound.
package final class SilentSynthesizer: SpeechSynthesizer {
    package let sampleRate = 22_050

    /// Creates the engine.
    package init() {}

    package func synthesize(_ utterance: Utterance, into receiver: some SampleReceiver) {}
    package func close() {}
}
