import Announcements
import NavigationControl
import NavigationEvents
import Platform
import Routes
import Speech
import TOML

/// The command `navbus speech preview`, which lists the announcements of routes without driving or speaking.
enum PreviewCommand {
    /// Runs the subcommand.
    static func run(_ arguments: [String]) -> ExitStatus {
        if arguments.contains(where: ["--help", "-h"].contains) {
            Terminal.lines(PreviewArguments.help)
            return .success
        }
        do {
            try preview(try PreviewArguments(arguments))
            return .success
        } catch let problem as CommandArguments.Problem {
            complain(usage: problem.text)
            return .usage
        } catch let error as ConfigurationError {
            complain("\(error)")
            return .noInput
        } catch {
            complain("failed to \(error)")
            return .noInput
        }
    }

    private static func preview(_ asked: PreviewArguments) throws {
        let strings = try asked.strings()
        let generator = AnnouncementGenerator(settings: asked.announcements, strings: strings)
        let voice = strings.voice.isEmpty ? asked.language : strings.voice
        let measure = asked.showsEnds ? try SpeechDuration(voice: voice) : nil
        var timing = PreviewTiming()
        for path in asked.paths {
            let preview = try RoutePreview(
                try route(path, mode: asked.mode), generator: generator, drive: asked.drive,
                length: measure.map { measure in { try measure.seconds(of: $0.text) } })
            timing.add(preview)
            if !asked.isBrief { write(preview, asked) }
        }
        if asked.showsEnds { Terminal.lines(asked.isJSON ? timing.json : timing.text) }
    }

    private static func write(_ preview: RoutePreview, _ asked: PreviewArguments) {
        for line in preview.lines {
            Terminal.line(asked.isJSON ? line.json : line.text(withSamples: asked.announcements.outputType == .samples))
        }
    }

    private static func route(_ path: String, mode: TravelMode?) throws -> Route {
        let bytes = try TextFile.bytes(path)
        do {
            return try RouteDocument.read(bytes, travelMode: mode)[0]
        } catch {
            throw ConfigurationError(file: path, text: "failed to \(error)")
        }
    }
}
