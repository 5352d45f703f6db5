import Announcements
import NavigationControl
import NavigationEvents
import SpeechEngine

/// The settings in the section `[speech]` of the configuration.
struct SpeechSettings: Equatable {
    /// The output of the voice.
    enum Output: String, CaseIterable {
        /// The sound server if there is one, otherwise the WAV file.
        case auto
        /// The sound server.
        case sound
        /// One WAV file with all sentences.
        case wav
        /// The standard output, as samples without a header.
        case stdout
        /// No output: the sentences are only printed.
        case none
    }

    /// The speech engine.
    enum Engine: String, CaseIterable {
        /// The recorded clips if the setting `samples` names a folder; otherwise espeak-ng, or else speech-dispatcher.
        case auto
        case espeak = "espeak-ng"
        case dispatcher = "speech-dispatcher"
        /// Recorded clips; espeak-ng speaks utterances without clips.
        case samples
    }

    /// The language tag of the announcements and the voice ("en", "de-AT").
    var language: String
    /// The output of the voice.
    var output: Output
    /// The speech engine.
    var engine: Engine
    /// The sound file of the output `wav`.
    var file: String
    /// The name of a voice of the engine; empty for the voice of the language.
    var voice: String
    /// The speech properties of announcements.
    var properties = UtteranceProperties()
    /// The silence before the first sentence after a rest, in seconds.
    var leadInSeconds: Double
    /// The maximum time for which an announcement waits for its pulses, in seconds; 0 disables it.
    var pulsesFirstSeconds: Double
    /// The media role of the sound, by which a sound server decides which other sound it turns down.
    var role: String
    /// Whether each word is reported.
    var reportsWords: Bool
    /// The folder of additional string tables; empty for none.
    var languagesFolder: String
    /// The folder of the recorded clips; empty for none.
    var samplesFolder: String
    /// The folder in which the latest utterances are kept as sound files; empty for none.
    var keepFolder: String
    /// The property list of the book or tour; empty for none.
    var book: String
    /// The settings of announcements.
    var announcements: AnnouncementSettings

    init(_ settings: Settings) throws(SettingsError) {
        language = try settings.text("language", default: "en")
        output = try settings.choice("output", default: .auto)
        engine = try settings.choice("engine", default: .auto)
        file = try settings.path("file", default: "navbus-speech.wav")
        voice = try settings.text("voice", default: "")
        properties.rate = try settings.number("rate", default: 0.5, in: 0...1)
        properties.pitchMultiplier = try settings.number("pitch", default: 1, in: 0.5...2)
        properties.volume = try settings.number("volume", default: 1, in: 0...1)
        leadInSeconds = try settings.number("leadInSeconds", default: 0, in: 0...5)
        pulsesFirstSeconds = try settings.number("pulsesFirstSeconds", default: 0.1, in: 0...1)
        role = try settings.text("role", default: "announce")
        reportsWords = try settings.bool("reportWords", default: false)
        languagesFolder = try settings.path("languages", default: "")
        samplesFolder = try settings.path("samples", default: "")
        keepFolder = try settings.path("keep", default: "")
        book = try settings.path("book", default: "")
        let separator = try settings.text("decimalSeparator", default: "")
        announcements = AnnouncementSettings(
            units: try settings.choice("units", default: .metric),
            decimalSeparator: separator.isEmpty ? nil : separator,
            speaksStreetNames: try settings.bool("speakStreetNames", default: true),
            speaksSignposts: try settings.bool("speakSignposts", default: true))
        announcements.speaksLanes = try settings.bool("speakLanes", default: announcements.speaksLanes)
        announcements.verbosity = try Self.verbosity(try settings.text("verbosity", default: "all"))
        if usesSamples { announcements.outputType = .samples }
        try check()
    }

    private static func verbosity(_ name: String) throws(SettingsError) -> Verbosity {
        let names: KeyValuePairs<String, Verbosity> = ["all": .all, "alerts": .alerts, "silent": .silent]
        guard let known = names.first(where: { $0.key == name }) else {
            throw .notAChoice(key: "verbosity", value: name, choices: names.map(\.key))
        }
        return known.value
    }

    /// Returns the settings error for an error that a restart cannot solve; `nil` for other errors.
    func settingsError(for error: SpeechError) -> SettingsError? {
        switch error {
        case .noVoice(let tag): .invalid(key: "voice", value: tag, reason: "failed to \(error)")
        case .clips(let problem):
            .invalid(key: "samples", value: samplesFolder, reason: "failed to \(problem)")
        default: nil
        }
    }

    /// Whether announcements are played from recorded clips.
    var usesSamples: Bool { engine == .samples || engine == .auto && !samplesFolder.isEmpty }

    private func check() throws(SettingsError) {
        if output == .wav || output == .auto, file.isEmpty {
            throw .invalid(key: "file", value: "\"\"", reason: "it must name the sound file to write")
        }
        if engine == .samples, samplesFolder.isEmpty {
            throw .invalid(key: "samples", value: "\"\"", reason: "it must name the folder of the clips")
        }
        if engine == .dispatcher, output == .wav || output == .stdout {
            throw .invalid(
                key: "engine", value: engine.rawValue,
                reason:
                    "it plays its own sound, so the output cannot be \(output.rawValue): choose auto, sound or "
                    + "none, or the engine espeak-ng")
        }
        if engine == .dispatcher, !keepFolder.isEmpty {
            throw .invalid(
                key: "keep", value: keepFolder,
                reason:
                    "speech-dispatcher does not deliver its sound; leave the setting empty, or choose the "
                    + "engine espeak-ng")
        }
        guard LanguageFolder.isTag(language) else {
            throw .invalid(key: "language", value: language, reason: "it must be a language tag, such as en or de-AT")
        }
        if let separator = announcements.decimalSeparator {
            guard separator.count == 1, separator.allSatisfy({ !$0.isLetter && !$0.isNumber && !$0.isNewline }) else {
                throw .invalid(
                    key: "decimalSeparator", value: separator, reason: "it must be one sign, such as . or ,")
            }
        }
        guard !role.isEmpty else {
            throw .invalid(
                key: "role", value: "\"\"", reason: "it must be a media role, such as announce or Navigation")
        }
    }
}
