import EventBus
import Foundation
import NavigationEvents
import Platform
import TestSupport

/// The example drive with all controls and a witness that writes down what is published.
final class GuidedDrive {
    /// The controls that come along.
    static let controls = ["speech", "signs", "lanes", "haptics", "console"]

    let folder: TemporaryFolder
    let program: RunningProgram
    /// What is published, as it comes.
    let witness: Witness

    /// Starts it.
    ///
    /// - Parameters:
    ///   - speed: Times the recorded pace, or "max"; `nil`: without a source and a route.
    ///   - recording: Another recording than that of the example.
    ///   - controls: The controls of the house that come along.
    ///   - extra: More lines of the configuration.
    ///   - more: More controls: their names and the shell commands that they run.
    ///   - speech: Lines of the section of speech.
    ///   - prepared: Its folder, if there is one already.
    ///   - launcher: A command that becomes `navbus run`, such as one that takes something away from it.
    init(
        speed: String?, recording: String? = nil, controls: [String] = GuidedDrive.controls, extra: String = "",
        more: [String: String] = [:], speech: String? = nil, environment: [String: String] = [:],
        in prepared: TemporaryFolder? = nil, through launcher: [String] = []
    ) throws {
        folder = try prepared ?? TemporaryFolder()
        witness = Witness(file: "\(folder.path)/seen.jsonl")
        let others = more.merging(["witness": Self.tap(folder.path)]) { $1 }
        for (name, command) in others {
            try folder.write(Self.manifest(name), to: "plugins/\(name)/plugin.toml")
            try folder.write("#!/bin/sh\n\(command)\n", to: "plugins/\(name)/\(name).sh", mode: 0o755)
        }
        let names = (controls + others.keys.sorted()).map { "\"\($0)\"" }.joined(separator: ", ")
        let source = speed.map { speed in
            """
            [source]
            kind = "nmea"
            path = "\(recording ?? Arena.example("drive.nmea"))"
            speed = \(speed == "max" ? "\"max\"" : speed)
            [route]
            path = "\(Arena.example("route.json"))"
            """
        }
        let file = try folder.write(
            """
            controls = [\(names)]
            \(source ?? "")
            [speech]
            \(speech ?? "output = \"wav\"\nfile = \"\(folder.path)/speech.wav\"")
            [signs]
            folder = "\(folder.path)/signs"
            [lanes]
            folder = "\(folder.path)/lanes"
            [haptics]
            logFile = "\(folder.path)/haptics.log"
            \(extra)
            """, to: "drive.toml")
        let surroundings = [
            "NAVBUS_CONTROLS_PATH": "\(folder.path)/plugins:\(Arena.package.path)/Plugins", "NO_COLOR": "1",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        program = try BuiltProgram(url: URL(filePath: "/usr/bin/env")).start(
            launcher + [BuiltProgram.navbus.url.path, "run", "--config", file, "--run-folder", "\(folder.path)/run"],
            environment: surroundings.merging(environment) { $1 })
    }

    /// Where its bus is.
    var endpoint: String { "ipc://\(folder.path)/run/requests" }
    /// Where its events are.
    var events: String { "ipc://\(folder.path)/run/events" }

    /// Waits for the end.
    @discardableResult
    func finish() -> BuiltProgram.Outcome { program.wait() }

    /// Ends it early.
    @discardableResult
    func stop() -> BuiltProgram.Outcome {
        program.signal(SIGTERM)
        return program.wait()
    }

    /// Waits until the witness has seen so many events.
    func begin(after events: Int = 20) throws {
        guard program.wait(until: { _ in self.witness.count > events }) else {
            throw ArenaError("begin the drive: \(program.errors.suffix(600))")
        }
    }

    /// Waits for something, at most half a minute; `true` if it came while the drive went on.
    func waits(until condition: () -> Bool) -> Bool { program.wait { _ in condition() } }

    /// Waits until the witness has seen everything that is published by now; `false` if it does not.
    @discardableResult
    func awaitWitness() -> Bool {
        guard let sequence = status()?.sessions.first?.sequence else { return false }
        return waits { self.witness.has(["\"sequence\":\"\(sequence)\""], after: self.witness.count - 400) }
    }

    /// What the witness has written down.
    func published() throws -> PublishedStream { try PublishedStream(file: "\(folder.path)/seen.jsonl") }

    /// What the bus says of itself; `nil` if it does not answer.
    func status() -> BusStatus? {
        guard let reply = try? BusClient(requests: endpoint).request(.status, timeout: .seconds(1)),
            case .status(let status) = reply
        else { return nil }
        return status
    }

    /// A counter of the bus; 0 if it does not answer.
    func counter(_ name: String) -> UInt64 { status()?.counters[name] ?? 0 }

    /// The processes of this drive below its launcher, by the name of their program.
    var children: [(name: String, processID: Int32)] { ProcessTree.descendants(of: program.processID) }

    /// The process of the bus.
    func bus() throws -> Int32 {
        guard let bus = children.first(where: { $0.name == "navbus-bus" }) else {
            throw ArenaError("find the process of the bus: \(program.errors.suffix(300))")
        }
        return bus.processID
    }

    private static func tap(_ folder: String) -> String {
        "exec \(BuiltProgram.navbus.url.path) tap --json --name witness >>\(folder)/seen.jsonl"
    }

    private static func manifest(_ name: String) -> String {
        """
        id = "\(name)"
        summary = "Of the fault suite."
        executable = "\(name).sh"
        contract = 1
        topics = ["onGPS", "onNavigation", "onNavigationStarted", "onNavigationStopped"]
        """
    }
}
