import Foundation
import TestSupport

/// Runs other programs: Python with the package mcap, and protoc.
enum ExternalTool {
    static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Runs `Tests/Samples/recordings.py`; returns the lines that it prints.
    static func recordings(_ arguments: String..., input: String = "") throws -> [String] {
        let script = package.appending(path: "Tests/Samples/recordings.py").path
        return try lines(PythonInterpreter.path, [script] + arguments, input: input)
    }

    /// Runs a command; returns the lines that it prints.
    static func lines(_ command: String, _ arguments: [String], input: String = "") throws -> [String] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let (output, source) = (Pipe(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
        try input.write(to: source, atomically: false, encoding: .utf8)
        defer { unlink(source.path) }
        process.standardOutput = output
        process.standardError = output
        process.standardInput = try FileHandle(forReadingFrom: source)
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Refusal(text: text) }
        return text.split(separator: "\n").map(String.init)
    }

    struct Refusal: Error, CustomStringConvertible {
        var text: String
        var description: String { text }
    }
}
