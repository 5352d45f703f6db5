import Announcements
import NavigationControl
import Platform
import SpeechEngine

/// The subcommand `navbus-speech make-samples`, which records a voice with espeak-ng.
enum MakeSamplesCommand {
    /// Runs the subcommand.
    static func run(_ arguments: [String]) -> ExitStatus {
        if arguments.contains(where: ["--help", "-h"].contains) {
            Terminal.lines(MakeSamplesArguments.help)
            return .success
        }
        do {
            try make(try MakeSamplesArguments(arguments))
            return .success
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch let error as SpeechError {
            complain("failed to \(error.textForOptions)")
            if case .clips = error { return .outputError }
            return .unavailable
        } catch {
            complain("failed to \(error)")
            return .noInput
        }
    }

    private static func make(_ asked: MakeSamplesArguments) throws {
        let table = try asked.strings()
        let clips = ClipInventory(table, units: asked.units).clips
        if asked.isList {
            for clip in clips { Terminal.line("\(clip.name).wav\t\(clip.text)") }
            return
        }
        let voice = asked.voice.isEmpty ? (table.voice.isEmpty ? asked.language : table.voice) : asked.voice
        let engine = try EspeakSynthesizer(voice: voice)
        defer { engine.close() }
        let maker = ClipMaker(folder: asked.folder, replaces: asked.replaces, properties: asked.properties)
        let outcome = try maker.make(clips, with: engine)
        Terminal.line(
            "\(asked.folder): made \(outcome.made.count) clips"
                + (outcome.kept.isEmpty ? "" : ", kept \(outcome.kept.count) that were there"))
    }
}

extension MakeSamplesArguments {
    /// Loads the string table.
    fileprivate func strings() throws -> StringTable {
        try LanguageFolder.words(for: language, table: table, setting: languages)
    }
}
