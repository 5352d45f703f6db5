/// Measures the duration of an utterance that is synthesized without output.
package final class SoundLength: SampleReceiver {
    /// A smaller sample is silence.
    private static let silence = 100

    private var received = 0
    private var audible = 0

    package init() {}

    /// The number of samples up to the end of the last sound, without the silence after it.
    package var samples: Int { audible }

    package func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        if let last = samples.lastIndex(where: { abs(Int($0)) > Self.silence }) { audible = received + last + 1 }
        received += samples.count
        return true
    }

    package func reach(_ range: Range<Int>, atSample sample: Int) {}
}

extension SpeechSynthesizer {
    /// Returns the seconds from the beginning to the last sound of an utterance; 0 if the engine delivers no sound.
    package func seconds(of utterance: Utterance) throws(SpeechError) -> Double {
        let length = SoundLength()
        try synthesize(utterance, into: length)
        return sampleRate > 0 ? Double(length.samples) / Double(sampleRate) : 0
    }
}
