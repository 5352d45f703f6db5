/// The speech properties of an utterance.
struct UtteranceProperties: Hashable, Sendable {
    /// The speed, 0...1: 0.5 is normal, 0 is half and 1 is twice the normal speed. Above 1 the value is a multiple of
    /// the normal speed, as in book files of other players.
    var rate = 0.5
    /// The pitch, 0.5...2: a factor of the pitch of the voice.
    var pitchMultiplier = 1.0
    /// The volume, 0...1.
    var volume = 1.0
    /// The minimum silence before the utterance, in seconds.
    var preUtteranceDelaySeconds = 0.0
    /// The minimum silence after the utterance, in seconds.
    var postUtteranceDelaySeconds = 0.0
    /// The name of a voice or a language tag; empty for the voice of the settings.
    var voice = ""
    /// Whether the text is SSML.
    var isSSML = false
}
