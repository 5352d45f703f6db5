import Foundation
import TestSupport
import Testing

/// Runs a test in a process of its own, in which umockdev simulates the input devices.
struct WithInputDevices: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard InputDevices.folder == nil else { return try await function() }
        let folder = try TemporaryFolder()
        let rig = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Rigs/force_feedback.py").path
        // Each suite has the name of its file.
        let suite = test.sourceLocation.fileName.prefix { $0 != "." }
        let name = NSRegularExpression.escapedPattern(for: test.name)
        // Debian's Python, which has the bindings of umockdev.
        let outcome = try BuiltProgram(url: URL(filePath: "/usr/bin/python3")).run([
            rig, folder.path, "/proc/self/exe".resolved, "--testing-library", "swift-testing", "--filter",
            "\\.\(suite)/\(name)",
        ])
        let words = outcome.output + outcome.errors
        #expect(outcome.exitCode == 0 && words.contains("with 1 test "), "\(words)")
    }
}

extension Trait where Self == WithInputDevices {
    static var withInputDevices: Self { Self() }
}

/// The simulated input devices of this process.
enum InputDevices {
    /// The folder of the simulation; set in the process that has the devices.
    static let folder = ProcessInfo.processInfo.environment["NAVBUS_INPUT_DEVICES"]

    struct NoAnswer: Error { let order: String }

    /// Gives an order to the simulation, and waits until it is carried out.
    static func order(_ order: String) throws {
        let folder = try #require(folder)
        let handle = try #require(FileHandle(forWritingAtPath: "\(folder)/orders"))
        try handle.write(contentsOf: Data("\(order)\n".utf8))
        try handle.close()
        guard wait(until: { _ in lines().contains("obeyed \(order)") }) else { throw NoAnswer(order: order) }
    }

    /// The calls that the devices received.
    static func record() -> [String] { lines().filter { !$0.hasPrefix("obeyed ") && !$0.contains(" mute ") } }

    /// The calls after the last one of this text.
    static func record(since words: String) -> [String] {
        let all = record()
        return Array(all[(all.lastIndex(of: words).map { $0 + 1 } ?? 0)...])
    }

    /// Waits for a call, for half a minute at most; `false` if none matches.
    static func wait(until isTrue: ([String]) -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline {
            if isTrue(record()) { return true }
            usleep(2000)
        }
        return isTrue(record())
    }

    static func lines() -> [String] {
        let data = folder.flatMap { FileHandle(forReadingAtPath: "\($0)/record") }?.readDataToEndOfFile() ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

extension String {
    fileprivate var resolved: String { URL(filePath: self).resolvingSymlinksInPath().path }
}
