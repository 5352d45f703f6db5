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
        let measure = asked.showsEnds ? try SpeechDuration(voice: voice, speed: asked.speed) : nil
        var timing = PreviewTiming()
        for path in asked.paths {
            let route = try route(path, mode: asked.mode)
            if asked.isList {
                Terminal.lines(list(of: route, generator))
                continue
            }
            var durations: SpeechDurations?
            if let measure, asked.reportsDurations {
                durations = try self.durations(of: route, generator, measure)
            }
            let preview = try RoutePreview(
                route, generator: generator, drive: asked.drive, durations: durations,
                length: measure.map { measure in { try measure.seconds(of: $0.text) } })
            timing.add(preview)
            if !asked.isBrief { write(preview, asked) }
        }
        if asked.showsEnds { Terminal.lines(asked.isJSON ? timing.json : timing.text) }
    }

    /// Returns the instructions of a route for a list, one for each step that has one.
    static func list(of route: Route, _ generator: AnnouncementGenerator) -> String {
        var generator = generator
        generator.navigationStarted(route)
        return route.legs.flatMap(\.steps).compactMap(generator.listText).joined(separator: "\n")
    }

    /// The durations that a speech control would report.
    private static func durations(
        of route: Route, _ generator: AnnouncementGenerator, _ measure: SpeechDuration
    ) throws -> SpeechDurations {
        let announcements = RouteAnnouncements(of: route, generator: generator)
        var steps: [StepSpeech] = []
        for index in 0..<announcements.count {
            guard let step = announcements[index] else { continue }
            let measured = try step.all.map { try measure.seconds(of: $0.text) }
            steps.append(step.durations(measured, startSeconds: 0))
        }
        return SpeechDurations(routeID: route.id, steps: steps)
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
