import Announcements
import NavigationControl

/// The section `[speech]` of the configuration. Behaviour never reads settings itself.
struct SpeechSettings: Equatable {
    /// Where the voice goes.
    enum Output: String, CaseIterable {
        /// One WAV file, sentence after sentence.
        case wav
        /// The sound server.
        case sound
        /// Nowhere: the sentences are only printed.
        case none
    }

    /// Language tag of the words and the voice ("en", "de-AT").
    var language: String
    /// Where the voice goes.
    var output: Output
    /// The sound file of the output `wav`.
    var file: String
    /// Name of the engine's voice; empty for the one of the language.
    var voice: String
    /// How announcements are spoken.
    var properties = UtteranceProperties()
    /// Folder of the string tables; empty to look beside the program.
    var languagesFolder: String
    /// What is said.
    var announcements: AnnouncementSettings

    init(_ settings: Settings) throws(SettingsError) {
        language = try settings.text("language", default: "en")
        output = try settings.choice("output", default: .wav)
        file = try settings.text("file", default: "navbus-speech.wav")
        voice = try settings.text("voice", default: "")
        properties.rate = try settings.number("rate", default: 0.5, in: 0...1)
        properties.volume = try settings.number("volume", default: 1, in: 0...1)
        languagesFolder = try settings.text("languages", default: "")
        let separator = try settings.text("decimalSeparator", default: "")
        announcements = AnnouncementSettings(
            units: try settings.choice("units", default: .metric),
            decimalSeparator: separator.isEmpty ? nil : separator,
            speaksStreetNames: try settings.bool("speakStreetNames", default: true),
            speaksSignposts: try settings.bool("speakSignposts", default: true))
        if output == .wav, file.isEmpty {
            throw .invalid(key: "file", value: "\"\"", reason: "it must name the sound file to write")
        }
        guard LanguageFolder.isTag(language) else {
            throw .invalid(key: "language", value: language, reason: "it must be a language tag, such as en or de-AT")
        }
    }
}
