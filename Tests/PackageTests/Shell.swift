import Foundation

/// Runs shell commands.
enum Shell {
    /// The exit code and both outputs.
    struct Outcome {
        var exitCode: Int32
        var output: String

        /// The lines of the output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs a script to its end, at most three minutes.
    static func run(_ text: String) throws -> Outcome { try run("/bin/bash", ["-c", text]) }

    /// Runs a program to its end, at most three minutes.
    static func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "navbus-shell-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try FileHandle(forWritingTo: file)
        let process = Process()
        // A separate program ends the script if it hangs.
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=5", "180", program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        try output.close()
        let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        return Outcome(exitCode: process.terminationStatus, output: text)
    }
}
