/// The sound of an utterance with its word marks, recorded completely before it is played.
package final class RecordedSound: SampleReceiver {
    /// The maximum duration, in seconds. The whole sound is synthesized before the first word is audible, so a longer
    /// utterance would be delayed.
    static let maxSeconds = 60

    private enum Part {
        case sound(Range<Int>)
        case word(Range<Int>, sample: Int)
        case omission([String])
    }

    private var samples: [Int16] = []
    private var parts: [Part] = []
    private let maxSamples: Int
    private let isWanted: () -> Bool
    /// Whether the recording is complete.
    private(set) var isComplete = true

    /// Creates a recording.
    ///
    /// - Parameters:
    ///   - maxSamples: The maximum number of samples; longer sound makes the recording incomplete.
    ///   - isWanted: Whether to continue; checked with each piece of sound.
    init(maxSamples: Int, isWanted: @escaping () -> Bool) {
        self.maxSamples = maxSamples
        self.isWanted = isWanted
    }

    /// Whether there is no sound.
    var isEmpty: Bool { samples.isEmpty }

    /// Whether the text of an utterance is too long to be recorded, so that its sound need not be synthesized in
    /// advance.
    static func isTooLong(_ utterance: Utterance) -> Bool {
        // A word has about six letters, with the space.
        let letters = EspeakSynthesizer.wordsPerMinute(rate: utterance.properties.rate) * 6
        return Double(utterance.text.utf8.count) > letters * Double(maxSeconds) / 60
    }

    package func receive(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
        guard isComplete, isWanted(), self.samples.count + samples.count <= maxSamples else {
            isComplete = false
            return false
        }
        guard !samples.isEmpty else { return true }
        parts.append(.sound(self.samples.count..<self.samples.count + samples.count))
        self.samples += samples
        return true
    }

    package func reach(_ range: Range<Int>, atSample sample: Int) { parts.append(.word(range, sample: sample)) }

    package func omit(_ names: [String]) { parts.append(.omission(names)) }

    /// Delivers the recording in the same pieces until the receiver ends it.
    func play(into receiver: some SampleReceiver) {
        samples.withUnsafeBufferPointer { samples in
            for part in parts {
                switch part {
                case .sound(let range):
                    guard receiver.receive(UnsafeBufferPointer(rebasing: samples[range])) else { return }
                case .word(let range, let sample): receiver.reach(range, atSample: sample)
                case .omission(let names): receiver.omit(names)
                }
            }
        }
    }

    /// Returns the sound as a WAV file.
    package func file(sampleRate: Int) -> [UInt8] {
        WAVSink.header(soundBytes: samples.count * 2, sampleRate: sampleRate)
            + samples.withUnsafeBytes { Array($0) }
    }
}
