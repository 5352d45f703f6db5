// Made from plugin.toml by navbus control settings: change plugin.toml instead.
// swift-format-ignore-file
import Announcements
import NavigationControl
import NavigationEvents
import SpeechEngine

/// The section `[speech]` of the configuration.
struct SpeechSettings: Hashable, Sendable {
    /// The values of `output`.
    enum OutputChoice: String, CaseIterable, Sendable {
        /// The sound server if one answers at the start, otherwise the sound file.
        case auto
        /// The sound server.
        case sound
        /// One WAV file with all sentences.
        case wav
        /// The standard output, as samples without a header.
        case stdout
        /// No sound; the sentences are only printed.
        case none
    }

    /// The values of `engine`.
    enum EngineChoice: String, CaseIterable, Sendable {
        /// Recorded clips if samples names a folder, otherwise espeak-ng, or speech-dispatcher if espeak-ng does not
        /// start.
        case auto
        /// The synthesizer espeak-ng, in the process of the control.
        case espeakNg = "espeak-ng"
        /// The voice of the desktop, which plays its own sound.
        case speechDispatcher = "speech-dispatcher"
        /// Recorded clips; espeak-ng speaks texts on request and books.
        case samples
    }

    /// The values of `verbosity`.
    enum VerbosityChoice: String, CaseIterable, Sendable {
        /// All announcements.
        case all
        /// Only immediate maneuvers, the arrival and a wrong way.
        case alerts
        /// No announcements.
        case silent
    }

    /// The table `[speech.landmarks]`.
    struct Landmarks: Hashable, Sendable {
        /// Whether turns are announced by traffic lights, where they are certain.
        var trafficLights = true
        /// Whether turns are announced by stop signs, where they are certain.
        var stopSigns = true
        /// Whether turns are announced by level crossings, where they are certain.
        var levelCrossings = true
        /// Whether turns are announced by bridges, where they are certain.
        var bridges = true
        /// Whether turns are announced by churches, mosques, synagogues and temples, where they are certain.
        var placesOfWorship = true
        /// Whether turns are announced by fuel stations, where they are certain.
        var fuelStations = true
        /// Whether turns are announced by railway stations, where they are certain.
        var stations = true
        /// Whether turns are announced by crossings for walkers, where they are certain.
        var crossings = true
        /// Whether the direction of stairs is announced.
        var stairs = true
    }

    /// Language tag of the string table and the voice, such as en or de-AT.
    var language = "en"
    /// Output of the voice. One of: `auto`, `sound`, `wav`, `stdout`, `none`.
    var output = OutputChoice.auto
    /// Speech engine. One of: `auto`, `espeak-ng`, `speech-dispatcher`, `samples`.
    var engine = EngineChoice.auto
    /// Sound file of the outputs wav and auto. The control creates its folder, and replaces a file of an earlier run.
    var file = "navbus-speech.wav"
    /// Name of a voice of the engine, such as en-gb-scotland; empty for the voice of the language.
    var voice = ""
    /// Speed of the voice: half as fast at 0, twice as fast at 1. Range: 0 to 1.
    var rate = 0.5
    /// Factor of the voice's own pitch. Range: 0.5 to 2.
    var pitch = 1.0
    /// Volume of the voice. Range: 0 to 1.
    var volume = 1.0
    /// Silence before the first sentence after a rest, in seconds, for Bluetooth devices that wake up slowly. Range: 0
    /// to 5.
    var leadInSeconds = 0.0
    /// Maximum time in seconds for which an announcement waits for its pulses; 0 for no waiting. Range: 0 to 1.
    var pulsesFirstSeconds = 0.1
    /// Media role of the sound, by which a sound server decides which other sound it turns down.
    var role = "announce"
    /// Whether each spoken word is reported.
    var reportWords = false
    /// Whether guidance plans the announcements with the durations of this voice. Turn it off in all but one of several
    /// speech controls.
    var reportDurations = true
    /// Units of spoken distances. One of: `metric`, `us`, `uk`.
    var units = UnitsChoice.metric
    /// Decimal separator of spoken distances, one character; empty for the separator of the language.
    var decimalSeparator = ""
    /// Whether street names are announced.
    var speakStreetNames = true
    /// Whether the destinations on signposts are announced.
    var speakSignposts = true
    /// Whether the lanes to take are announced if some lanes are wrong.
    var speakLanes = true
    /// Amount of announcements, until a person sets another. One of: `all`, `alerts`, `silent`.
    var verbosity = VerbosityChoice.all
    /// Folder of your own string tables, which override the shipped ones; one key in a file is enough. Empty for none.
    var languages = ""
    /// Folder of recorded clips from which announcements are played; empty for a synthesized voice.
    var samples = ""
    /// Dedicated folder that keeps the latest 16 utterances as sound files, for displays; empty for none.
    var keep = ""
    /// Property list of a narrated book or tour; empty for none.
    var book = ""
    /// The table `[speech.landmarks]`.
    var landmarks = Landmarks()

    /// The default settings.
    init() {}

    /// Reads the section.
    ///
    /// - Throws: ``SettingsError`` for a value of the wrong type or outside its range.
    init(_ settings: Settings) throws(SettingsError) {
        language = try settings.text("language", default: language)
        output = try settings.choice("output", default: output)
        engine = try settings.choice("engine", default: engine)
        file = try settings.path("file", default: file)
        voice = try settings.text("voice", default: voice)
        rate = try settings.number("rate", default: rate, in: 0...1)
        pitch = try settings.number("pitch", default: pitch, in: 0.5...2)
        volume = try settings.number("volume", default: volume, in: 0...1)
        leadInSeconds = try settings.number("leadInSeconds", default: leadInSeconds, in: 0...5)
        pulsesFirstSeconds = try settings.number("pulsesFirstSeconds", default: pulsesFirstSeconds, in: 0...1)
        role = try settings.text("role", default: role)
        reportWords = try settings.bool("reportWords", default: reportWords)
        reportDurations = try settings.bool("reportDurations", default: reportDurations)
        units = try settings.choice("units", default: units)
        decimalSeparator = try settings.text("decimalSeparator", default: decimalSeparator)
        speakStreetNames = try settings.bool("speakStreetNames", default: speakStreetNames)
        speakSignposts = try settings.bool("speakSignposts", default: speakSignposts)
        speakLanes = try settings.bool("speakLanes", default: speakLanes)
        verbosity = try settings.choice("verbosity", default: verbosity)
        languages = try settings.path("languages", default: languages)
        samples = try settings.path("samples", default: samples)
        keep = try settings.path("keep", default: keep)
        book = try settings.path("book", default: book)
        landmarks.trafficLights = try settings.bool("landmarks.trafficLights", default: landmarks.trafficLights)
        landmarks.stopSigns = try settings.bool("landmarks.stopSigns", default: landmarks.stopSigns)
        landmarks.levelCrossings = try settings.bool("landmarks.levelCrossings", default: landmarks.levelCrossings)
        landmarks.bridges = try settings.bool("landmarks.bridges", default: landmarks.bridges)
        landmarks.placesOfWorship = try settings.bool("landmarks.placesOfWorship", default: landmarks.placesOfWorship)
        landmarks.fuelStations = try settings.bool("landmarks.fuelStations", default: landmarks.fuelStations)
        landmarks.stations = try settings.bool("landmarks.stations", default: landmarks.stations)
        landmarks.crossings = try settings.bool("landmarks.crossings", default: landmarks.crossings)
        landmarks.stairs = try settings.bool("landmarks.stairs", default: landmarks.stairs)
        try check()
    }
}
