import Foundation
import Platform
import TestSupport

/// The Python kit of the repository, with a folder to run controls in.
final class PythonKit {
    /// The folder for sockets and files of one test.
    let folder: TemporaryFolder

    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let path = package.appending(path: "examples/python").path

    init() throws { folder = try TemporaryFolder() }

    /// The executable of a control of the kit.
    static func control(_ name: String) -> BuiltProgram {
        BuiltProgram(url: package.appending(path: "examples/python/controls/\(name)/\(name)"))
    }

    /// The environment with the Python of the tests first, and the bus in the folder of this test.
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
        // The launcher sets the endpoint for its controls itself.
        var own = environment
        own["NAVBUS_ENDPOINT"] = nil
        return try BuiltProgram.navbus.start(["run", "--config", profile], environment: own)
    }

    /// The present content of a file.
    func text(_ name: String) -> String {
        (try? String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)) ?? ""
    }
}
