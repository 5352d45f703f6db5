import Announcements
import NavigationControl
import NavigationEvents
import SpeechEngine

/// The command line of `navbus-speech make-samples`.
struct MakeSamplesArguments {
    static let help = """
        navbus-speech make-samples: records a voice with espeak-ng, for the engine "samples".

        Usage: navbus-speech make-samples --out FOLDER [options]

        espeak-ng speaks every clip that announcements in the language can need. Each clip is written to
        FOLDER/<name>.wav, without the silence around it. Existing clips stay, so you can record some of them yourself.

          --language TAG       of the announcements (default: en)
          --strings FILE       a string table that overrides that of the language
          --languages FOLDER   of string tables; default: those of navbus
          --units SYSTEM       \(UnitSystem.allCases.map(\.rawValue).joined(separator: ", ")); default: all of them
          --voice NAME         a voice of espeak-ng; default: the one of the language
          --rate NUMBER        0 to 1, 0.5 is usual
          --pitch NUMBER       0.5 to 2, 1 is usual
          --replace            replaces existing clips
          --list               writes no clip: lists the names and texts of all clips, for a speaker to read

        Exit codes: 0 done, 64 wrong usage, 66 the string table cannot be used, 69 there is no such voice, 74 a clip
        cannot be written.
        """

    var folder: String
    var language = "en"
    /// The path of a string table that overrides that of the language; `nil` for none.
    var table: String?
    /// The folder of the string tables; empty for the default.
    var languages = ""
    var units = UnitSystem.allCases
    var voice = ""
    var properties = UtteranceProperties()
    var replaces: Bool
    var isList: Bool

    init(_ arguments: [String]) throws(CommandArguments.Problem) {
        let words = try CommandArguments(
            arguments,
            options: ["--out", "--language", "--strings", "--languages", "--units", "--voice", "--rate", "--pitch"],
            flags: ["--replace", "--list"])
        if let word = words.words.first { throw .init(text: "\"\(word)\" is not understood") }
        (replaces, isList) = (words.has("--replace"), words.has("--list"))
        folder = words.text("--out") ?? ""
        guard isList || !folder.isEmpty else { throw .init(text: "--out is needed: the folder of the clips") }
        language = words.text("--language") ?? language
        guard LanguageFolder.isTag(language) else {
            throw .init(text: "--language \(language): use a language tag, such as en or de-AT")
        }
        (table, languages) = (words.text("--strings"), words.text("--languages") ?? "")
        if let system: UnitSystem = try words.choice("--units") { units = [system] }
        voice = words.text("--voice") ?? voice
        properties.rate = try words.number("--rate", in: 0...1) ?? properties.rate
        properties.pitchMultiplier = try words.number("--pitch", in: 0.5...2) ?? properties.pitchMultiplier
    }
}
