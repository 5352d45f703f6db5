import EventBus
import Foundation
import NavigationEvents
import Platform
import TestSupport

/// The example drive with all controls and a tap, the witness, that records the published events.
final class GuidedDrive {
    /// The controls of the drive.
    static let controls = ["speech", "signs", "lanes", "haptics", "console"]

    let folder: TemporaryFolder
    let program: RunningProgram
    /// The recorded events.
    let witness: Witness

    /// Starts the drive.
    ///
    /// - Parameters:
    ///   - speed: multiple of the recorded speed, or "max"; `nil` for a bus without source and route.
    ///   - recording: another recording than that of the example.
    ///   - controls: the controls of the repository to start.
    ///   - extra: more lines of the configuration.
    ///   - more: more controls: names and shell commands.
    ///   - speech: lines of the section of speech.
    ///   - environment: more variables of the environment.
    ///   - prepared: an existing folder for the drive.
    ///   - launcher: a command that runs `navbus run`, such as one that sets limits.
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
            path = "\(recording ?? FaultContext.example("drive.nmea"))"
            speed = \(speed == "max" ? "\"max\"" : speed)
            [route]
            path = "\(FaultContext.example("route.json"))"
            """
        }
        let file = try folder.write(
            """
            controls = [\(names)]
            \(source ?? "")
            [speech]
            # The durations arrive at other moments in each drive, and cues depend on them; the drives are compared.
            reportDurations = false
            \(speech ?? "output = \"wav\"\nfile = \"\(folder.path)/speech.wav\"")
            [signs]
            folder = "\(folder.path)/signs"
            [lanes]
            folder = "\(folder.path)/lanes"
            [haptics]
            logFile = "\(folder.path)/haptics.log"
            \(extra)
            """, to: "drive.toml")
        let variables = [
            "NAVBUS_CONTROLS_PATH": "\(folder.path)/plugins:\(FaultContext.package.path)/Plugins", "NO_COLOR": "1",
            "SWIFT_BACKTRACE": "enable=no",
        ]
        program = try BuiltProgram(url: URL(filePath: "/usr/bin/env")).start(
            launcher + [BuiltProgram.navbus.url.path, "run", "--config", file, "--run-folder", "\(folder.path)/run"],
            environment: variables.merging(environment) { $1 })
    }

    /// The request endpoint of the bus.
    var endpoint: String { "ipc://\(folder.path)/run/requests" }
    /// The event endpoint of the bus.
    var events: String { "ipc://\(folder.path)/run/events" }

    /// Waits for the end of the drive.
    @discardableResult
    func finish() -> BuiltProgram.Outcome { program.wait() }

    /// Ends the drive early.
    @discardableResult
    func stop() -> BuiltProgram.Outcome {
        program.signal(SIGTERM)
        return program.wait()
    }

    /// Waits until the witness has received a number of events.
    func begin(after events: Int = 20) throws {
        guard program.wait(until: { _ in self.witness.count > events }) else {
            throw FaultError("begin the drive: \(program.errors.suffix(600))")
        }
    }

    /// Waits until a condition is true, at most half a minute; `false` if the drive ends before.
    func waits(until condition: () -> Bool) -> Bool { program.wait { _ in condition() } }

    /// Waits until the witness has received all events published so far; `false` after a timeout.
    @discardableResult
    func awaitWitness() -> Bool {
        guard let sequence = status()?.sessions.first?.sequence else { return false }
        return waits { self.witness.has(["\"sequence\":\"\(sequence)\""], after: self.witness.count - 400) }
    }

    /// The events that the witness has recorded.
    func published() throws -> PublishedStream { try PublishedStream(file: "\(folder.path)/seen.jsonl") }

    /// The status of the bus; `nil` if it does not answer.
    func status() -> BusStatus? {
        guard let reply = try? BusClient(requests: endpoint).request(.status, timeout: .seconds(1)),
            case .status(let status) = reply
        else { return nil }
        return status
    }

    /// A counter of the bus; 0 if it does not answer.
    func counter(_ name: String) -> UInt64 { status()?.counters[name] ?? 0 }

    /// The processes below the launcher of this drive, with the names of their programs.
    var children: [(name: String, processID: Int32)] { ProcessTree.descendants(of: program.processID) }

    /// The process id of the bus.
    func bus() throws -> Int32 {
        guard let bus = children.first(where: { $0.name == "navbus-bus" }) else {
            throw FaultError("find the process of the bus: \(program.errors.suffix(300))")
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
