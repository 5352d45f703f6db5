public import Foundation

/// A built program of the package, which tests run as a process.
public struct BuiltProgram: Sendable {
    /// The exit code and outputs of a program.
    public struct Outcome: Sendable {
        /// The exit code, or the number of the signal.
        public var exitCode: Int32
        /// The standard output.
        public var output: String
        /// The standard error.
        public var errors: String

        /// The non-empty lines of the standard output.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The file of the program.
    public let url: URL

    /// The program of this name next to the test bundle.
    public init(_ name: String) {
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        url = bundle.deletingLastPathComponent().appending(path: name)
    }

    /// The program in this file.
    public init(url: URL) { self.url = url }

    /// The command line of navbus.
    public static let navbus = BuiltProgram("navbus")

    /// Runs the program to its end, at most one minute.
    public func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        try start(arguments, environment: environment).wait()
    }

    /// Starts the program without waiting.
    ///
    /// - Parameters:
    ///   - arguments: its arguments.
    ///   - environment: additional variables of its environment.
    ///   - isRead: whether its standard output is read; otherwise it is a pipe that fills up.
    public func start(
        _ arguments: [String], environment: [String: String] = [:], isRead: Bool = true
    ) throws -> RunningProgram {
        try RunningProgram(url, arguments, environment, isRead: isRead)
    }
}

/// A program that a test has started, which is killed at the latest when this object is released.
public final class RunningProgram {
    private let process = Process()
    private let folder: URL
    private let ended = DispatchSemaphore(value: 0)
    private let unread = Pipe()

    init(_ url: URL, _ arguments: [String], _ environment: [String: String], isRead: Bool) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "navbus-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["output", "errors"] {
            _ = FileManager.default.createFile(atPath: folder.appending(path: name).path, contents: nil)
        }
        process.executableURL = url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Controls write their default files below the working folder.
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: folder.appending(path: "output"))
        let errors = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        // The child has its own copies; two descriptors for each of hundreds of programs would be too many for this
        // process.
        defer {
            output.closeFile()
            errors.closeFile()
        }
        process.standardOutput = isRead ? output : unread
        process.standardError = errors
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
    }

    /// The working folder of the program; it also contains the files `output` and `errors`.
    public var workingFolder: String { folder.path }
    /// The process id.
    public var processID: Int32 { process.processIdentifier }
    /// The standard output so far.
    public var output: String { text("output") }
    /// The standard error so far.
    public var errors: String { text("errors") }

    /// Sends a signal to this process only.
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until a condition is true; `false` after half a minute.
    public func wait(until condition: (RunningProgram) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if condition(self) { return true }
            if !process.isRunning { return condition(self) }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return condition(self)
    }

    /// Waits for the end, one minute by default; then kills the program, and the exit code is that of the signal.
    public func wait(seconds: Double = 60) -> BuiltProgram.Outcome {
        if ended.wait(timeout: .now() + seconds) == .timedOut {
            signal(SIGKILL)
            ended.wait()
        }
        return BuiltProgram.Outcome(exitCode: process.terminationStatus, output: output, errors: errors)
    }

    deinit {
        if process.isRunning { signal(SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
    }
}
