import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Launcher

/// The log of a run.
@Suite(.serialized, .timeLimit(.minutes(2))) struct LogTests {
    /// The messages about a log.
    private final class LogMessages: Sendable {
        let texts = Mutex<[String]>([])
        func note(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    private static func records(_ text: String) throws -> [[String: String]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String], "\(line)")
        }
    }

    @Test func `a run with a JSON log prints one object per line`() throws {
        let run = try SupervisedRun()
        try run.install("chatty", "printf 'a \"word\"\\t\\\\ \\033[2J\\n'; echo trouble >&2; exec cat")
        let outcome = try run.start(
            controls: ["console", "chatty"], source: SupervisedRun.drive(speed: "\"max\""),
            arguments: ["--log-format", "json"]
        ).wait()
        #expect(outcome.exitCode == 0)
        let records = try Self.records(outcome.output)
        #expect(records.allSatisfy { Set($0.keys) == ["time", "level", "source", "text"] })
        #expect(records.contains { $0["source"] == "chatty" && $0["text"] == "a \"word\"\t\\ \u{1B}[2J" })
        #expect(records.contains { $0["source"] == "chatty" && $0["level"] == "warning" && $0["text"] == "trouble" })
        #expect(
            records.contains { $0["source"] == "navbus" && $0["text"] == "navigation stopped: destination reached" })
        #expect(records.contains { $0["source"] == "console" })
    }

    @Test func `a log keeps its lines and is rotated`() throws {
        let folder = try TemporaryFolder()
        let (path, messages) = ("\(folder.path)/run.log", LogMessages())
        let log = try LogFile(RunConfiguration.LogSettings(path: path, megabytes: 1, keep: 2)) { messages.note($0) }
        let line = String(repeating: "x", count: 999)
        for _ in 0..<4000 { log.write(line) }
        Self.drain(log)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["run.log", "run.log.1", "run.log.2"])
        for name in names {
            let size = try #require(
                try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.size] as? Int)
            #expect(size <= 1 << 20 && size % 1000 == 0)
        }
        #expect(messages.all.isEmpty)
    }

    @Test func `a full disk is reported once and does not block`() throws {
        let messages = LogMessages()
        let log = try LogFile(RunConfiguration.LogSettings(path: "/dev/full")) { messages.note($0) }
        for _ in 0..<100 { log.write("a line") }
        Self.drain(log)
        #expect(messages.all.count == 1)
        #expect(messages.all.first?.hasPrefix("failed to write the log /dev/full: No space left on device") == true)
    }

    @Test func `a run writes its output to its log`() throws {
        let run = try SupervisedRun()
        let outcome = try run.start(
            controls: ["console"], source: SupervisedRun.drive(speed: "\"max\""), extra: "[log]\nfile = \"run.log\""
        ).wait()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = try String(contentsOfFile: "\(run.folder.path)/run.log", encoding: .utf8)
        let shown = outcome.lines.count { $0.hasPrefix("console") }
        #expect(text.split(separator: "\n").count { $0.contains("Z info console: ") } == shown)
        #expect(text.contains(" info navbus: navigation started: 8.0 km, 10 min"))
    }

    @Test func `a log that cannot be written ends the run before any process is started`() throws {
        let run = try SupervisedRun()
        let outcome = try run.start(controls: [], extra: "[log]\nfile = \"/proc/nowhere/run.log\"").wait()
        #expect(outcome.exitCode == 66)
        let way = "/proc/nowhere/run.log: failed to open the folder /proc/nowhere: No such file or directory; name one"
        #expect(outcome.errors.contains(way))
        #expect(outcome.output.isEmpty)
    }

    @Test func `a pipe without a reader is refused before any process is started`() throws {
        let run = try SupervisedRun()
        #expect(mkfifo("\(run.folder.path)/run.log", 0o600) == 0)
        let outcome = try run.start(controls: [], extra: "[log]\nfile = \"run.log\"").wait()
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors.contains("run.log: cannot be written: this pipe has no reader; start its reader first"))
    }

    @Test func `a paused reader does not block the log and gets its lines later`() throws {
        let folder = try TemporaryFolder()
        let (path, messages) = ("\(folder.path)/run.log", LogMessages())
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let log = try LogFile(RunConfiguration.LogSettings(path: path, megabytes: 1)) { messages.note($0) }
        let line = String(repeating: "x", count: 999)
        for _ in 0..<2000 { log.write(line) }
        Self.drain(log)
        #expect(
            messages.all == [
                "failed to write the log \(path): its reader does not read; its lines are kept in memory for now"
            ])
        var (taken, piece) = (0, [UInt8](repeating: 0, count: 1 << 16))
        #expect(
            eventually {
                log.write("")
                taken += max(read(reader, &piece, piece.count), 0)
                return taken >= 2_000_000
            })
        Self.drain(log)
        #expect(messages.all.last == "the log \(path) is complete again")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.log"])
    }

    private static func drain(_ log: LogFile) {
        let done = DispatchSemaphore(value: 0)
        Task {
            await log.drain()
            done.signal()
        }
        done.wait()
    }
}
