import Glibc

/// The speech properties of an utterance.
package struct UtteranceProperties: Hashable, Sendable {
    /// The speed, 0...1: 0.5 is normal, 0 is half and 1 is twice the normal speed. Above 1 the value is a multiple of
    /// the normal speed, as in book files of other players.
    package var rate: Double
    /// The pitch, 0.5...2: a factor of the pitch of the voice.
    package var pitchMultiplier: Double
    /// The volume, 0...1.
    package var volume: Double
    /// The minimum silence before the utterance, in seconds.
    package var preUtteranceDelaySeconds: Double
    /// The minimum silence after the utterance, in seconds.
    package var postUtteranceDelaySeconds: Double
    /// The name of a voice or a language tag; empty for the voice of the settings.
    package var voice: String
    /// Whether the text is SSML.
    package var isSSML: Bool

    /// The speed as a multiple of the normal one: 0.5 at the rate 0, 2 at 1, so that equal steps sound equal.
    package var speedFactor: Double { rate > 1 ? rate : 0.5 * pow(4, max(rate, 0)) }

    /// Creates properties; the defaults are the usual voice.
    package init(
        rate: Double = 0.5, pitchMultiplier: Double = 1, volume: Double = 1, preUtteranceDelaySeconds: Double = 0,
        postUtteranceDelaySeconds: Double = 0, voice: String = "", isSSML: Bool = false
    ) {
        self.rate = rate
        self.pitchMultiplier = pitchMultiplier
        self.volume = volume
        self.preUtteranceDelaySeconds = preUtteranceDelaySeconds
        self.postUtteranceDelaySeconds = postUtteranceDelaySeconds
        self.voice = voice
        self.isSSML = isSSML
    }
}
