/// How an utterance is spoken. Each utterance has its own, down to a single word.
struct UtteranceProperties: Hashable, Sendable {
    /// How fast: 0...1, 0.5 is normal, half as fast at 0 and twice as fast at 1. Above 1 it is a multiple of the normal
    /// speed, as book files of other players write it.
    var rate = 0.5
    /// How high: 0.5...2, a factor of the voice's own pitch.
    var pitchMultiplier = 1.0
    /// How loud: 0...1.
    var volume = 1.0
    /// Seconds of silence before it, at least.
    var preUtteranceDelaySeconds = 0.0
    /// Seconds of silence after it, at least.
    var postUtteranceDelaySeconds = 0.0
    /// A voice's name or a language tag; empty for the control's own.
    var voice = ""
    /// Whether the text is SSML.
    var isSSML = false
}
