import Announcements
import Glibc
import NavigationControl
import Platform
import SpeechEngine

/// The subcommand `navbus-speech voices`, which lists the languages with string tables and the voices of espeak-ng.
enum VoicesCommand {
    static let help = """
        navbus-speech voices: lists the languages with a string table, and the voices of espeak-ng for each language.

        Usage: navbus-speech voices [LANGUAGE]... [--languages FOLDER]

          LANGUAGE             lists only these, such as de or en-GB
          --languages FOLDER   of string tables; default: those of navbus

        A * marks the languages in which announcements are possible.

        Exit codes: 0 done, 64 wrong usage, 66 the folder of string tables cannot be read, 69 these
        languages have neither a string table nor a voice, or espeak-ng does not start.
        """

    /// Runs the subcommand.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: ["--languages"])
            let setting = words.text("--languages") ?? ""
            let tables = try SettingsError.fromLanguage { try LanguageFolder.ofProgram(setting: setting).tags() }
            let engine = try EspeakSynthesizer(voice: "en")
            defer { engine.close() }
            let lines = lines(tables: tables, voices: EspeakVoice.all, only: words.words)
            guard !lines.isEmpty else {
                let languages = words.words.joined(separator: ", ")
                complain("there is neither a string table nor a voice for \(languages); name no language to list all")
                return .unavailable
            }
            for line in lines { Terminal.line(line) }
            return .success
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch {
            complain("failed to \(error)")
            return error is SpeechError ? .unavailable : .noInput
        }
    }

    /// Returns a line for each language.
    ///
    /// - Parameters:
    ///   - tables: The languages with string tables.
    ///   - voices: The voices of espeak-ng.
    ///   - languages: The languages to list; all if empty. `de` includes `de-AT`, but not vice versa.
    static func lines(tables: [String], voices: [EspeakVoice.Entry], only languages: [String]) -> [String] {
        var names: [String: [String]] = [:]
        for voice in voices {
            for language in voice.languages.prefix(1) { names[language.lowercased(), default: []].append(voice.name) }
        }
        let tables = Set(tables.map(Self.folded))
        let all = Set(names.keys).union(tables).filter { language in
            languages.isEmpty || languages.map(folded).contains { language == $0 || language.hasPrefix("\($0)-") }
        }
        return all.sorted().map { language in
            let tag = language + String(repeating: " ", count: max(0, 14 - language.count))
            return "\(tables.contains(language) ? "*" : " ") \(tag) \((names[language] ?? []).joined(separator: ", "))"
        }
    }

    private static func folded(_ tag: String) -> String { tag.lowercased().replacing("_", with: "-") }
}
