import Foundation
import Platform
import TestSupport

/// The Python kit as it lies in the repository, and a place to run controls in.
final class PythonKit {
    /// For sockets and files of one test.
    let folder: TemporaryFolder

    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let path = package.appending(path: "examples/python").path

    init() throws { folder = try TemporaryFolder() }

    /// A control of the kit: its executable.
    static func control(_ name: String) -> BuiltProgram {
        BuiltProgram(url: package.appending(path: "examples/python/controls/\(name)/\(name)"))
    }

    /// With the Python of the tests first, and the bus in the folder of this test.
    var environment: [String: String] {
        let python = URL(filePath: PythonInterpreter.path).deletingLastPathComponent().path
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return [
            "XDG_RUNTIME_DIR": folder.path, "PATH": "\(python):\(path)", "PYTHONDONTWRITEBYTECODE": "1",
            "NAVBUS_ENDPOINT": "ipc://\(folder.path)/navbus/requests",
            "NAVBUS_CONTROLS_PATH": Self.package.appending(path: "examples/python/controls").path,
        ]
    }

    /// Starts a drive.
    func drive(controls: [String], speed: Int) throws -> RunningProgram {
        let drive = Self.package.appending(path: "examples/first-drive").path
        let profile = try folder.write(
            """
            controls = [\(controls.map { "\"\($0)\"" }.joined(separator: ", "))]
            [source]
            kind = "nmea"
            path = "\(drive)/drive.nmea"
            speed = \(speed)
            [route]
            path = "\(drive)/route.json"
            """, to: "drive.toml")
        // The launcher says itself where its controls find the bus.
        var own = environment
        own["NAVBUS_ENDPOINT"] = nil
        return try BuiltProgram.navbus.start(["run", "--config", profile], environment: own)
    }

    /// What stands in a file by now.
    func text(_ name: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
    }
}
