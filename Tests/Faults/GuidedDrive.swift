import Foundation
import TestSupport

/// The example drive with all controls and a witness that writes down what is published.
final class GuidedDrive {
    /// The controls that come along.
    static let controls = ["speech", "signs", "lanes", "haptics", "console"]

    let folder: TemporaryFolder
    let program: RunningProgram

    /// Starts it.
    ///
    /// - Parameters:
    ///   - speed: Times the recorded pace, or "max".
    ///   - extra: More lines of the configuration.
    ///   - more: More controls: their names and the shell commands that they run.
    init(speed: String, extra: String = "", more: [String: String] = [:], environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        let others = more.merging(["witness": Self.witness(folder.path)]) { $1 }
        for (name, command) in others {
            try folder.write(Self.manifest(name), to: "plugins/\(name)/plugin.toml")
            try folder.write("#!/bin/sh\n\(command)\n", to: "plugins/\(name)/\(name).sh", mode: 0o755)
        }
        let names = (Self.controls + others.keys.sorted()).map { "\"\($0)\"" }.joined(separator: ", ")
        let file = try folder.write(
            """
            controls = [\(names)]
            [source]
            kind = "nmea"
            path = "\(Self.example("drive.nmea"))"
            speed = \(speed == "max" ? "\"max\"" : speed)
            [route]
            path = "\(Self.example("route.json"))"
            [speech]
            output = "wav"
            file = "\(folder.path)/speech.wav"
            [signs]
            folder = "\(folder.path)/signs"
            [lanes]
            folder = "\(folder.path)/lanes"
            [haptics]
            logFile = "\(folder.path)/haptics.log"
            \(extra)
            """, to: "drive.toml")
        let surroundings = [
            "NAVBUS_PLUGINS": "\(folder.path)/plugins:\(Arena.package.path)/Plugins", "NO_COLOR": "1",
        ]
        program = try BuiltProgram.navbus.start(
            ["run", "--config", file, "--run-folder", "\(folder.path)/run"],
            environment: surroundings.merging(environment) { $1 })
    }

    /// Where its bus is.
    var endpoint: String { "ipc://\(folder.path)/run/requests" }

    /// Waits for the end.
    @discardableResult
    func finish() -> BuiltProgram.Outcome { program.wait() }

    /// What the witness has written down.
    func published() throws -> PublishedStream { try PublishedStream(file: "\(folder.path)/seen.jsonl") }

    /// What the bus says of itself; `nil` if it does not answer.
    func status() throws -> [String: Any]? {
        let outcome = try BuiltProgram.navbus.run(["status", "--json", "--endpoint", endpoint])
        guard outcome.exitCode == 0 else { return nil }
        let reply = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        return (reply?["reply"] as? [String: Any])?["status"] as? [String: Any]
    }

    /// The processes of this drive below its launcher, by the name of their program.
    var children: [(name: String, processID: Int32)] { ProcessTree.descendants(of: program.processID) }

    private static func witness(_ folder: String) -> String {
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

    private static func example(_ name: String) -> String {
        Arena.package.appending(path: "examples/first-drive/\(name)").path
    }
}
