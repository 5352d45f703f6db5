@testable import SpeechEngine

extension WAVClip {
    /// The upward zero crossings a second in the middle half: the pitch of a tone.
    var hertz: Double {
        let middle = samples[samples.count / 4..<samples.count * 3 / 4]
        let crossings = zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) / (Double(middle.count) / Double(sampleRate))
    }
}
