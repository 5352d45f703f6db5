import EventBus
import Foundation
import Journal
import NavigationEvents
import Platform
import Synchronization
import TestSupport
import Testing

/// Tests that equal events lead to equal output, with every shipped control in a process of its own, on a real bus.
@Suite(.serialized) struct ReplayTests {
    @Test func `the output of controls does not depend on the speed of a replay`() async throws {
        var random = SplitMix64.announced(for: "pauses of a replay")
        let fast = try await Playback().play { _ in }
        let real = try await Playback().play { index in
            try await Task.sleep(for: .milliseconds(index % 3 == 0 ? 20 : 0))
        }
        let odd = try await Playback().play { _ in
            if random.chance(8) { try await Task.sleep(for: .milliseconds(Int.random(in: 0...60, using: &random))) }
        }
        for (name, outputs) in fast {
            #expect(!outputs.lines.isEmpty, "\(name)")
            for other in [real[name], odd[name]] {
                #expect(other?.lines == outputs.lines, "\(name)")
                #expect(other?.reports == outputs.reports, "\(name)")
                #expect(other?.files == outputs.files, "\(name)")
            }
        }
        let speech = try #require(fast["speech"])
        #expect(speech.lines.count == 5)
        #expect(speech.reports.filter { $0.hasPrefix("cancelled") }.count == 1, "one cue came too late")
        #expect(fast["signs"]?.files.isEmpty == false)
        #expect(fast["haptics"]?.files["pulses.log"]?.isEmpty == false)
    }

    @Test func `a bus that restarts within its run does not change the output of controls`() async throws {
        let whole = try await Playback().play { _ in }
        let broken = try await Playback().play(replacingBusAfter: 60)
        for (name, outputs) in whole {
            #expect(broken[name]?.lines == outputs.lines, "\(name)")
            #expect(broken[name]?.reports == outputs.reports, "\(name)")
            #expect(broken[name]?.files == outputs.files, "\(name)")
        }
    }

    @Test func `a control that is killed during a drive continues where it was`() async throws {
        let whole = try await Playback().play { _ in }
        let killed = try await Playback().play(killingAfter: 60)
        let speech = try #require(killed["speech"])
        #expect(speech.lines == whole["speech"]?.lines, "nothing is repeated and nothing is missing")
        #expect(killed["haptics"]?.pulsesFeltOnce == whole["haptics"]?.pulsesFeltOnce)
        let signs = try #require(killed["signs"])
        #expect(signs.files == whole["signs"]?.files, "the album has every sign once")
        let last = whole["signs"]?.reports.filter { $0.hasPrefix("began") }.last
        #expect(signs.reports.filter { $0.hasPrefix("began") }.last == last)
    }
}

/// The output of a control during a drive.
struct Outputs {
    /// The lines that it printed.
    var lines: [String] = []
    /// Kind, effect, cue and text of each report.
    var reports: [String] = []
    /// The lines of each file that it wrote; of pictures, their bytes.
    var files: [String: [String]] = [:]

    /// The pulses without those that repeat while a situation lasts, because these begin again with a new process.
    var pulsesFeltOnce: [String]? {
        files["pulses.log"]?.filter { !$0.contains("steer") && !$0.contains("heading unknown") }
    }
}

/// A bus with all controls, to which a recorded drive is replayed.
private final class Playback: Sendable {
    static let controls = ["console", "haptics", "lanes", "signs", "speech"]
    private let folder: TemporaryPath
    private let reports = Mutex<[ControlReport]>([])

    init() throws { folder = try TemporaryPath() }

    /// Replays the drive, with a pause before each event.
    func play(_ pause: (Int) async throws -> Void) async throws -> [String: Outputs] {
        let bus = try makeBus()
        let children = try await start()
        for (index, event) in RecordedDrive().events.enumerated() {
            try await pause(index)
            await bus.publish(event)
        }
        let outputs = try await end(children)
        await bus.close()
        return outputs
    }

    /// Replays the drive; after some events, and their effects, all controls are killed.
    func play(killingAfter count: Int) async throws -> [String: Outputs] {
        let bus = try makeBus()
        let events = RecordedDrive().events
        let first = try await start()
        for event in events[..<count] { await bus.publish(event) }
        try await waitForMiddle()
        for child in first.values { child.send(SIGKILL) }
        for child in first.values { _ = await child.exitCode() }
        let second = try await start()
        for event in events[count...] { await bus.publish(event) }
        var outputs = try await end(second)
        for (name, child) in first { outputs[name]?.lines.insert(contentsOf: try await Self.lines(of: child), at: 0) }
        await bus.close()
        return outputs
    }

    /// Replays the drive; after some events another process of the same run replaces the bus.
    func play(replacingBusAfter count: Int) async throws -> [String: Outputs] {
        let events = RecordedDrive().events
        let (children, run) = try await playFirst(events[..<count])
        let second = try makeBus()
        #expect(second.isContinued && second.run == run)
        for event in events[count...] { await second.publish(event) }
        let outputs = try await end(children)
        await second.close()
        return outputs
    }

    /// When this returns, the bus has ended and its journal is unlocked.
    private func playFirst(_ events: some Sequence<Event>) async throws -> ([String: ChildProcess], run: UInt64) {
        let bus = try makeBus()
        let children = try await start()
        for event in events { await bus.publish(event) }
        await bus.close()
        return (children, bus.run)
    }

    private func makeBus() throws -> BusServer {
        let path = folder.path
        return try BusServer(
            endpoints: BusEndpoints(folder: RunFolder(path: "\(path)/run")),
            journal: JournalSettings(folder: "\(path)/journal"),
            settings: { hello throws(RequestError) in Self.settings(hello.control, in: path) },
            onReport: { [self] report in reports.withLock { $0.append(report) } })
    }

    private static func settings(_ control: String, in folder: String) -> [String: SettingValue] {
        let own = "\(folder)/\(control)"
        return switch control {
        case "haptics": ["mode": .text("both"), "logFile": .text("\(folder)/pulses.log")]
        case "lanes": ["folder": .text(own)]
        case "signs": ["folder": .text(own), "album": .text("\(own)/album")]
        case "speech": ["output": .text("none"), "languages": .text(languages)]
        default: [:]
        }
    }

    private static let languages =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Plugins/Speech/Languages"

    private func start() async throws -> [String: ChildProcess] {
        let ready = count(.ready)
        var children: [String: ChildProcess] = [:]
        for control in Self.controls {
            children[control] = try ChildProcess(
                "navbus-\(control)",
                // As if started by the launcher of this bus, so that it accepts file names from its settings.
                environment: [
                    "NAVBUS_ENDPOINT": BusEndpoints(folder: RunFolder(path: "\(folder.path)/run")).requests,
                    "NAVBUS_LIFELINE": "stdin",
                ])
        }
        try await wait { count(.ready) == ready + Self.controls.count }
        return children
    }

    private func end(_ children: [String: ChildProcess]) async throws -> [String: Outputs] {
        for child in children.values { child.send(SIGTERM) }
        var outputs: [String: Outputs] = [:]
        for (name, child) in children {
            let lines = try await Self.lines(of: child)
            #expect(await child.exitCode() == 0)
            outputs[name] = Outputs(lines: lines, files: files(of: name))
        }
        try await wait { count(.leaving) == children.count }
        for (name, _) in children { outputs[name]?.reports = Self.words(reports.withLock(\.self), of: name) }
        return outputs
    }

    private static func lines(of child: ChildProcess) async throws -> [String] {
        var lines: [String] = []
        while let line = try await child.line() { lines.append(line) }
        return lines
    }

    private static func words(_ reports: [ControlReport], of control: String) -> [String] {
        reports.filter { $0.control == control }.map { report in
            let cue = report.cue.map { " \($0.identity)/\($0.stage)" } ?? ""
            return "\(report.kind) \(report.effect)\(cue) \(report.text)"
        }
    }

    private func files(of control: String) -> [String: [String]] {
        let places = ["haptics": [""], "lanes": ["lanes"], "signs": ["signs", "signs/album"]][control] ?? []
        var files: [String: [String]] = [:]
        for place in places {
            let path = place.isEmpty ? folder.path : "\(folder.path)/\(place)"
            for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else { continue }
                let text = String(decoding: data, as: UTF8.self)
                files["\(place)\(place.isEmpty ? "" : "/")\(name)"] =
                    name.hasSuffix(".png") ? [data.base64EncodedString()] : text.split(separator: "\n").map(String.init)
            }
        }
        return files
    }

    private func count(_ kind: ReportKind) -> Int { reports.withLock { $0.count { $0.kind == kind } } }

    /// Waits until the vehicle approaches its second turn and every control has processed the events.
    private func waitForMiddle() async throws {
        try await wait {
            reports.withLock { reports in
                reports.count { $0.control == "speech" && $0.kind == .ended } == 3
                    && reports.count { $0.control == "signs" && $0.kind == .began } == 2
                    && reports.contains { $0.control == "haptics" && $0.text == "rerouted" }
            }
        }
    }

    private func wait(until condition: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(20)
        while !condition() {
            try #require(ContinuousClock.now < end, "\(reports.withLock(\.self))")
            await Task.yield()
        }
    }
}

/// A temporary folder that may be used from any thread; removed with its files when it is released.
private final class TemporaryPath: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/navbus-replay-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("failed to remove \(path): \(error)") }
    }
}
