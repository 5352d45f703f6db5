import SpeechEngine

/// Measures the duration of texts by synthesizing them without output.
final class SpeechDuration {
    private let synthesizer: EspeakSynthesizer
    private var known: [String: Double] = [:]

    /// Starts the engine.
    init(voice: String) throws(SpeechError) {
        synthesizer = try EspeakSynthesizer(voice: voice)
    }

    /// Returns the seconds from the beginning to the end of the last sound.
    func seconds(of text: String) throws(SpeechError) -> Double {
        if let seconds = known[text] { return seconds }
        let counter = SampleCounter()
        try synthesizer.synthesize(Utterance(text, kind: .person), into: counter)
        let seconds = Double(counter.samples) / Double(synthesizer.sampleRate)
        known[text] = seconds
        return seconds
    }
}

/// Counts samples, without the silence at the end.
private final class SampleCounter: SampleReceiver {
    private(set) var samples = 0
    private var received = 0

    func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        if let last = samples.lastIndex(where: { abs(Int($0)) > 100 }) { self.samples = received + last + 1 }
        received += samples.count
        return true
    }

    func reach(_ range: Range<Int>, atSample sample: Int) {}
}
