import Foundation
import TestSupport

/// A copy of the repository in which the commands of a README run, so that their output stays out of the real one.
///
/// The folder stays in `.build/examples`, so that the Swift example is not built again each time.
final class ExampleCheckout {
    /// The folder for the files of one test and the sockets of its bus.
    let folder: TemporaryFolder
    private let root: URL

    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        folder = try TemporaryFolder()
        root = Self.package.appending(path: ".build/examples")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        // The copies keep their times, and build products stay, so that only changed files are built.
        try run(
            """
            rm -rf out
            for name in Benchmarks Package.swift Plugins Sources Tests Tools config libnavbus proto; do
                ln -sfn "\(Self.package.path)/$name" "$name"
            done
            here=$PWD
            cd "\(Self.package.path)"
            find -L examples -name .build -prune -o -type f -exec cp -p --parents -t "$here" {} +
            """)
    }

    /// The path of the copy.
    var path: String { root.path }

    /// The build folder of the Swift example. Other packages with the kit are built there too, so that the kit is built
    /// once.
    var swiftBuild: String { file("examples/write-a-control/swift/.build") }

    /// The path of a file.
    func file(_ name: String) -> String { root.appending(path: name).path }

    /// Replaces a text in a file of the examples.
    func replace(_ old: String, with new: String, in name: String) throws {
        let text = try String(contentsOfFile: file(name), encoding: .utf8)
        guard text.contains(old) else { throw ExampleError("find \"\(old)\" in \(name)") }
        try text.replacing(old, with: new).write(toFile: file(name), atomically: true, encoding: .utf8)
    }

    // MARK: - READMEs

    /// The commands in the README of an example, one per line, with the interpreter and the bus of this test.
    func commands(of example: String) throws -> [String] {
        try block("sh", of: example).split(separator: "\n").map { line in
            String(line).replacing("ipc:///run/user/1000/navbus/requests", with: endpoint)
                .replacing("python3 ", with: "\(PythonInterpreter.path) ")
        }
    }

    /// The beginning of the output in the README of an example.
    func sample(of example: String) throws -> String {
        let sample = try block("", of: example)
        return String(sample.prefix(upTo: sample.firstRange(of: "…")?.lowerBound ?? sample.endIndex))
    }

    /// The first code block of a language.
    private func block(_ language: String, of example: String) throws -> String {
        let readme = "examples/\(example)/README.md"
        let text = try String(contentsOfFile: file(readme), encoding: .utf8)
        // Every second part is between two fences, with the language in its first line.
        let parts = "\n\(text)".components(separatedBy: "\n```")
        for part in stride(from: 1, to: parts.count, by: 2) where parts[part].hasPrefix("\(language)\n") {
            return "\(parts[part].dropFirst(language.count + 1))\n"
        }
        throw ExampleError("find a block of \(language.isEmpty ? "output" : language) in \(readme)")
    }

    // MARK: - Commands

    /// Runs a command to its end.
    func run(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["600", "sh", "-euc", command]
        process.currentDirectoryURL = root
        let output = Pipe()
        (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, output, output)
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ExampleError("run \(command): exit code \(process.terminationStatus), \(said)")
        }
    }

    /// Starts a program without waiting for it.
    func start(_ command: String) throws -> RunningProgram {
        try BuiltProgram(url: URL(filePath: "/bin/sh"))
            .start(["-c", "cd '\(root.path)' && exec env \(command)"], environment: environment)
    }

    /// The output of a program.
    func output(_ command: String) throws -> String { try start(command).wait().output }

    var environment: [String: String] {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let built = BuiltProgram.navbus.url.deletingLastPathComponent().path
        return ["XDG_RUNTIME_DIR": folder.path, "PATH": "\(built):\(path):/usr/sbin", "NO_COLOR": "1"]
    }

    private var endpoint: String { "ipc://\(folder.path)/navbus/requests" }
}

/// An example cannot be run.
struct ExampleError: Error, CustomStringConvertible {
    let task: String

    init(_ task: String) { self.task = task }

    var description: String { "failed to \(task) (make setup-tests and make python install what the examples need)" }
}
