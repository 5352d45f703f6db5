import Foundation

/// The Python with the packages of `Tests/requirements.txt`.
public enum PythonInterpreter {
    /// `NAVBUS_PYTHON`, or the one of `make python`, or Debian's.
    public static var path: String {
        if let chosen = ProcessInfo.processInfo.environment["NAVBUS_PYTHON"] { return chosen }
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let made = package.appending(path: ".build/python/bin/python3").path
        return FileManager.default.isExecutableFile(atPath: made) ? made : "/usr/bin/python3"
    }

    /// Runs Python to its end.
    public static func run(_ arguments: [String]) throws -> BuiltProgram.Outcome {
        try BuiltProgram(url: URL(filePath: path)).run(arguments)
    }
}
