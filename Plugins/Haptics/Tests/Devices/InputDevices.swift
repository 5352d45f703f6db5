import Foundation
import TestSupport
import Testing

/// Runs a test in a process of its own, for which the calls of the system to input devices are answered by umockdev.
struct WithInputDevices: TestTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard InputDevices.folder == nil else { return try await function() }
        let folder = try TemporaryFolder()
        let rig = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Rigs/force_feedback.py").path
        // A suite is named like its file.
        let suite = test.sourceLocation.fileName.prefix { $0 != "." }
        let name = NSRegularExpression.escapedPattern(for: test.name)
        // Debian's Python: umockdev speaks to it through the bindings that Debian has.
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

/// The input devices of this process, to be plugged in and pulled out.
enum InputDevices {
    /// Set in the process that has them.
    static let folder = ProcessInfo.processInfo.environment["NAVBUS_INPUT_DEVICES"]

    struct NoAnswer: Error { let order: String }

    /// Gives an order and waits until it is obeyed.
    static func order(_ order: String) throws {
        let folder = try #require(folder)
        let handle = try #require(FileHandle(forWritingAtPath: "\(folder)/orders"))
        try handle.write(contentsOf: Data("\(order)\n".utf8))
        try handle.close()
        guard wait(until: { _ in lines().contains("obeyed \(order)") }) else { throw NoAnswer(order: order) }
    }

    /// What the devices were told.
    static func record() -> [String] { lines().filter { !$0.hasPrefix("obeyed ") && !$0.contains(" mute ") } }

    /// What they were told since the last of these words.
    static func record(since words: String) -> [String] {
        let all = record()
        return Array(all[(all.lastIndex(of: words).map { $0 + 1 } ?? 0)...])
    }

    /// Waits until they were told something; `false` if they are not within half a minute.
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
