public import Foundation

/// A program that the package has built, run as people run it.
public struct BuiltProgram: Sendable {
    /// What a program left behind.
    public struct Outcome: Sendable {
        /// The exit code, or the number of the signal.
        public var exitCode: Int32
        /// What it wrote to standard output.
        public var output: String
        /// What it wrote to standard error.
        public var errors: String

        /// The lines of its standard output that are not empty.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Its file.
    public let url: URL

    /// The program of this name beside the test bundle.
    public init(_ name: String) {
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        url = bundle.deletingLastPathComponent().appending(path: name)
    }

    /// The program in this file.
    public init(url: URL) { self.url = url }

    /// The command line of navbus.
    public static let navbus = BuiltProgram("navbus")

    /// Runs to the end, which has to come within a minute.
    public func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Outcome {
        try start(arguments, environment: environment).wait()
    }

    /// Starts and goes on.
    ///
    /// - Parameter isRead: whether anybody reads its standard output; else that is a pipe that fills up.
    public func start(
        _ arguments: [String], environment: [String: String] = [:], isRead: Bool = true
    ) throws -> RunningProgram {
        try RunningProgram(url, arguments, environment, isRead: isRead)
    }
}

/// A program that was started by a test, killed at the latest when the test forgets it.
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
        // What a control writes by default goes below the working folder.
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: folder.appending(path: "output"))
        let errors = try FileHandle(forWritingTo: folder.appending(path: "errors"))
        // The program has its own; two for each of hundreds of programs would be too many for this process.
        defer {
            output.closeFile()
            errors.closeFile()
        }
        process.standardOutput = isRead ? output : unread
        process.standardError = errors
        process.terminationHandler = { [ended] _ in ended.signal() }
        try process.run()
    }

    /// Its process.
    public var processID: Int32 { process.processIdentifier }
    /// What it has written to standard output so far.
    public var output: String { text("output") }
    /// What it has written to standard error so far.
    public var errors: String { text("errors") }

    /// Sends a signal to this process only.
    public func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits until a condition holds; `false` if it does not within half a minute.
    public func wait(until condition: (RunningProgram) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if condition(self) { return true }
            if !process.isRunning { return condition(self) }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return condition(self)
    }

    /// Waits for the end, a minute unless told otherwise; then it is killed and the exit code is that of the signal.
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
