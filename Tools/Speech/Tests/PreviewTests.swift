import Announcements
import Foundation
import Guidance
import NavigationControl
import NavigationEvents
import Platform
import Routes
import SpeechTestSupport
import TestSupport
import Testing

@testable import Speech
@testable import SpeechEngine
@testable import SpeechTools

@Suite("A preview lists the announcements of a route, without driving or speaking")
struct PreviewTests {
    private static let path = Checkout.path + "/examples/first-drive/route.json"

    private func route() throws -> Route {
        try RouteDocument.read([UInt8](Data(contentsOf: URL(fileURLWithPath: Self.path))))[0]
    }

    private func preview(
        _ settings: PreviewDrive.Settings = PreviewDrive.Settings(), length: ((Announcement) throws -> Double)? = nil
    ) throws -> RoutePreview {
        let strings = try LanguageFolder(path: Checkout.languages.path).table(for: "en")
        return try RoutePreview(
            route(), generator: AnnouncementGenerator(strings: strings), drive: settings, length: length)
    }

    @Test func `every announcement comes once in the order of the route`() throws {
        let lines = try preview().lines
        #expect(Set(lines.map(\.announcement.cue)).count == lines.count)
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.dueAtSeconds < $1.dueAtSeconds })
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.stepNumber <= $1.stepNumber })
        #expect(lines.last?.announcement.subject == .destination)
        #expect(lines.count { $0.announcement.cue.stage == .now } > 3)
    }

    @Test(
        arguments: [1.0, 5, 10], [0, 3.0])
    func `position rate and noise do not change the announcements`(hertz: Double, noise: Double)
        throws
    {
        let usual = try preview().lines.map(\.announcement.text)
        let other = try preview(PreviewDrive.Settings(rateHertz: hertz, noiseMeters: noise, seed: 7)).lines
        // A distance may lie on the border between two rounded values.
        let words = { (text: String) in text.replacing(/\d+(\.\d)?/, with: "N") }
        #expect(other.map(\.announcement.text).map(words) == usual.map(words))
    }

    @Test(arguments: ["de", "en-GB", "en-US", "es", "fr", "it", "ja", "nl", "pl", "ru"])
    func `the letters per second of a table are those of its voice`(_ tag: String) throws {
        let strings = try LanguageFolder(path: Checkout.languages.path).table(for: tag)
        let measure = try SpeechDuration(voice: strings.voice)
        let announcements = RouteAnnouncements(
            of: try route(), generator: AnnouncementGenerator(strings: strings))
        let texts = (0..<announcements.count).compactMap { announcements[$0] }.flatMap(\.all)
        let measured = try texts.reduce(0) { $0 + (try measure.seconds(of: $1.text)) }
        let estimated = texts.reduce(0) { $0 + $1.estimatedSeconds }
        #expect((0.95...1.3).contains(estimated / measured), "\(estimated / measured)")
    }

    @Test func `a list has the instruction of each step and ends with the destination`() throws {
        let strings = try LanguageFolder(path: Checkout.languages.path).table(for: "en")
        let route = try route()
        let list = PreviewCommand.list(of: route, AnnouncementGenerator(strings: strings)).split(separator: "\n")
        #expect(list.count > 3 && list.count <= route.legs.flatMap(\.steps).count)
        #expect(list.last == "destination" && list.contains { $0.hasPrefix("turn ") })
    }

    @Test func `early timing gives earlier announcements`() throws {
        let usual = try preview().lines.filter { $0.announcement.cue.stage == .now }
        let early = try preview(PreviewDrive.Settings(cueTimingFactor: 1.5)).lines.filter {
            $0.announcement.cue.stage == .now
        }
        let pairs = usual.compactMap { one in
            early.first { $0.announcement.cue == one.announcement.cue }.map { ($0.distanceMeters, one.distanceMeters) }
        }
        #expect(pairs.count == usual.count)
        #expect(pairs.allSatisfy { $0 >= $1 } && pairs.contains { $0 > $1 + 10 })
    }

    @Test func `the end of an announcement depends on the speed of the voice`() throws {
        let quick = try preview { _ in 1 }.lines
        let slow = try preview { _ in 2 }.lines
        for (one, other) in zip(quick, slow) where !other.isDelayed {
            let (early, late) = (
                try #require(one.endsBeforeManeuverSeconds), try #require(other.endsBeforeManeuverSeconds)
            )
            #expect(abs(early - late - 1) < 1e-6)
        }
        #expect(try preview().lines.allSatisfy { $0.endsBeforeManeuverSeconds == nil })
    }

    @Test func `a sentence waits for the one before it, but a now interrupts`() throws {
        let lines = try preview { _ in 120 }.lines
        for (before, line) in zip(lines, lines.dropFirst()) {
            let isUrgent =
                line.announcement.cue.stage == .now && line.announcement.priority > before.announcement.priority
            #expect(line.isDelayed == !isUrgent, "\(line.announcement.text)")
        }
    }

    @Test func `a line for programs is a JSON object with all values`() throws {
        for line in try preview(length: { _ in 2.5 }).lines {
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(line.json.utf8)) as? [String: Any])
            #expect(object["text"] as? String == line.announcement.text)
            #expect(object["identity"] as? String == "\(line.announcement.cue.identity)")
            #expect(object["samples"] as? [String] == line.announcement.samples)
            #expect(object["stage"] as? String == "\(line.announcement.cue.stage)")
            let meters = try #require(object["distanceMeters"] as? Double)
            #expect(abs(meters - line.distanceMeters) <= 0.05)
            #expect(object["endsBeforeManeuverSeconds"] != nil)
        }
    }

    @Test func `a line for people has time, distance, stage, identity and text`() throws {
        let line = try #require(try preview().lines.first)
        let text = line.text(withSamples: false)
        for part in ["0:", " m ", "\(line.announcement.cue.stage)", "\(line.announcement.cue.identity)"] {
            #expect(text.contains(part))
        }
        #expect(text.hasSuffix(line.announcement.text))
        #expect(line.text(withSamples: true).hasSuffix(line.announcement.samples.joined(separator: " ")))
    }

    @Test func `the summary counts announcements, repetitions and end times`() throws {
        var timing = PreviewTiming()
        let preview = try preview { _ in 2 }
        timing.add(preview)
        #expect(timing.announcements == preview.lines.count)
        #expect(timing.repeated == 0)
        let calls = preview.lines.filter { $0.announcement.cue.stage == .now && $0.announcement.subject == .maneuver }
        #expect(timing.leads == calls.compactMap(\.endsBeforeManeuverSeconds))
        #expect(timing.goodShare > 0.5 && timing.lateShare < 0.1)
        #expect(timing.goodShare + timing.earlyShare + timing.lateShare <= 1.000_001)
        #expect(timing.lead(quantile: 0) == timing.leads.min())
        #expect(timing.lead(quantile: 1) == timing.leads.max())
        #expect(PreviewTiming().lead(quantile: 0.5) == 0 && PreviewTiming().goodShare == 0)
    }

    @Test(arguments: PreviewDriver.Kind.allCases, [1.5, 4.0])
    func `the announcements end in time for drivers whom guidance does not know`(
        kind: PreviewDriver.Kind, seconds: Double
    ) throws {
        var settings = PreviewDrive.Settings(rateHertz: 5, noiseMeters: 2)
        settings.driver = PreviewDriver(kind)
        let strings = try LanguageFolder(path: Checkout.languages.path).table(for: "en")
        let generator = AnnouncementGenerator(strings: strings)
        let route = try route()
        let durations = SpeechDurations(
            routeID: route.id,
            steps: route.legs.flatMap(\.steps).map {
                StepSpeech(stepNumber: $0.number, nowSeconds: seconds, prepareSeconds: seconds)
            })
        var timing = PreviewTiming()
        for seed in 1...5 {
            settings.seed = UInt64(seed)
            timing.add(
                try RoutePreview(route, generator: generator, drive: settings, durations: durations) { _ in seconds })
        }
        #expect(timing.leads.count > 20 && timing.goodShare > 0.7, "\(timing.text)")
        #expect(timing.total.avoidablyLateShare < 0.05)
        #expect(timing.arrivalMeters.count == 5 && timing.arrivalMeters.allSatisfy { $0 < 30 })
    }

    @Test func `the announcements of a step are those that the drive makes`() throws {
        let strings = try LanguageFolder(path: Checkout.languages.path).table(for: "en")
        let generator = AnnouncementGenerator(strings: strings)
        let route = try route()
        let announcements = RouteAnnouncements(of: route, generator: generator)
        let texts = (0..<announcements.count).compactMap { announcements[$0] }.flatMap(\.all).map(\.text)
        let calls = try preview().lines.filter { $0.announcement.cue.stage == .now }
        let known = calls.count { texts.contains($0.announcement.text) }
        // Of the others, names were left out in a hurry, and the end of a tunnel was announced before.
        #expect(known * 4 >= calls.count * 3, "\(calls.map(\.announcement.text)) \(texts)")
    }

    @Test(
        arguments: [
            ([String](), "a route is needed"), (["--units", "parsec", "r"], "metric, us, uk"),
            (["r", "--rate", "0"], "--rate 0"), (["r", "--fast"], "unknown option \"--fast\""),
            (["r", "--language", "../x"], "--language ../x"), (["r", "--noise"], "--noise wants a value"),
            (["r", "--timing", "never"], "early, normal, late"),
            (["r", "--driver", "drunk"], "calm, mean, brisk, lights"), (["r", "--speed", "3"], "0.5 to 2"),
        ])
    func `the error names an invalid argument`(arguments: [String], words: String) {
        let problem = #expect(throws: CommandArguments.Problem.self) { try PreviewArguments(arguments) }
        #expect(problem?.text.contains(words) == true, "\(problem?.text ?? "")")
    }

    @Test func `a table of the user is used, and an unreadable one is an error`() throws {
        let folder = try TemporaryFolder()
        try folder.write("\"guidance_turnLeft\" = \"hard to port\";", to: "own.strings")
        let asked = try PreviewArguments(["r.json", "--strings", folder.path + "/own.strings"])
        let strings = try asked.strings()
        #expect(strings.texts["guidance_turnLeft"] == "hard to port")
        #expect(strings.texts["guidance_turnRight"] != nil && strings.voice == "en-us")
        let lines = try RoutePreview(
            route(), generator: AnnouncementGenerator(strings: strings), drive: PreviewDrive.Settings()
        ).lines.map(\.announcement.text)
        #expect(lines.contains { $0.contains("hard to port") } && !lines.contains { $0.contains("turn left") })
        #expect(PreviewCommand.run([Self.path, "--strings", folder.path + "/none.strings"]) == .noInput)
    }

    @Test func `a language of the user is measured with the voice of its table`() throws {
        let folder = try TemporaryFolder()
        try folder.write("voice = \"en-us\"\n[strings]\nguidance_turnLeft = \"poS\"", to: "tlh.toml")
        let asked = try PreviewArguments(["r.json", "--languages", folder.path, "--language", "tlh", "--brief"])
        #expect(asked.showsEnds && asked.isBrief)
        #expect(try asked.strings().texts["guidance_turnLeft"] == "poS")
        #expect(try asked.strings().voice == "en-us")
    }

    @Test func `every option sets its value`() throws {
        let asked = try PreviewArguments([
            "a.json", "--language=de-AT", "--units", "us", "--timing", "late", "--mode", "foot", "--no-street-names",
            "--no-signposts", "--no-lanes", "--samples", "--json", "--rate", "10", "--noise", "4", "--seed", "9",
            "--speed", "1.5", "--no-durations", "--",
            "--b.json",
        ])
        #expect(asked.paths == ["a.json", "--b.json"])
        #expect(asked.language == "de-AT" && asked.mode == .foot && asked.isJSON)
        #expect(asked.speed == 1.5 && !asked.reportsDurations)
        let lights = try PreviewArguments(["r.json", "--driver", "lights"]).drive
        #expect(lights.driver == PreviewDriver(.lights) && lights.noiseMeters == 4)
        #expect(
            asked.drive
                == PreviewDrive.Settings(rateHertz: 10, noiseMeters: 4, seed: 9, cueTimingFactor: 0.7, units: .us))
        #expect(
            asked.announcements
                == AnnouncementSettings(
                    outputType: .samples, units: .us, speaksStreetNames: false, speaksSignposts: false,
                    speaksLanes: false))
    }
}
