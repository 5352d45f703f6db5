import Glibc
import HapticDevices
import TestSupport
import Testing

@testable import Haptics

@Suite struct PatternTableWatcherTests {
    let folder: TemporaryFolder
    let now = ContinuousClock.now

    init() throws { folder = try TemporaryFolder() }

    /// Writes a table whose arrival is one pulse of this duration, by renaming, as editors do.
    @discardableResult
    func write(arrival milliseconds: Int, extra: String = "") throws -> String {
        try folder.write(
            "extends = \"wristband\"\n\(extra)\narrived = [{ strength = 1, milliseconds = \(milliseconds) }]\n",
            to: "mine.toml")
    }

    func arrival(_ tableWatcher: PatternTableWatcher) -> Int? {
        tableWatcher.table.pulses(.arrived).first?.milliseconds
    }

    @Test func `a new table is used without a restart`() throws {
        var tableWatcher = try PatternTableWatcher(try write(arrival: 500), in: .checkout)
        #expect(arrival(tableWatcher) == 500)
        #expect(tableWatcher.refresh(now: now) == nil)
        try write(arrival: 900)
        #expect(tableWatcher.refresh(now: now + .milliseconds(500)) == nil, "it is checked once a second")
        #expect(tableWatcher.refresh(now: now + .seconds(1)) == .replaced(tableWatcher.table))
        #expect(arrival(tableWatcher) == 900)
        #expect(tableWatcher.refresh(now: now + .seconds(2)) == nil)
    }

    @Test func `a file that is overwritten is noticed too`() throws {
        let file = try write(arrival: 500)
        var tableWatcher = try PatternTableWatcher(file, in: .checkout)
        let stream = try #require(fopen(file, "w"))
        fputs("extends = \"wristband\"\narrived = [{ strength = 1, milliseconds = 1234 }]\n", stream)
        fclose(stream)
        #expect(tableWatcher.refresh(now: now) == .replaced(tableWatcher.table))
        #expect(arrival(tableWatcher) == 1234)
    }

    @Test func `a broken table is reported once, and the previous one stays`() throws {
        var tableWatcher = try PatternTableWatcher(try write(arrival: 500), in: .checkout)
        try write(arrival: 9000)
        guard case .refused(let error) = tableWatcher.refresh(now: now) else {
            Issue.record("a broken table was not reported")
            return
        }
        #expect("\(error)".contains("mine.toml:3:28: \"arrived[1].milliseconds\" must be 20 to 4000 ms"))
        #expect(arrival(tableWatcher) == 500)
        for second in 1...5 {
            try write(arrival: 9000)
            #expect(tableWatcher.refresh(now: now + .seconds(second)) == nil)
        }
        try write(arrival: 500)
        #expect(tableWatcher.refresh(now: now + .seconds(6)) == .replaced(tableWatcher.table), "the repair is reported")
    }

    @Test func `a missing file is reported once, and may come back`() throws {
        let file = try write(arrival: 500)
        var tableWatcher = try PatternTableWatcher(file, in: .checkout)
        #expect(unlink(file) == 0)
        guard case .refused(let error) = tableWatcher.refresh(now: now) else {
            Issue.record("a missing file was not reported")
            return
        }
        #expect("\(error)".contains("No such file or directory"))
        #expect(tableWatcher.refresh(now: now + .seconds(1)) == nil)
        #expect(arrival(tableWatcher) == 500)
        try write(arrival: 700)
        #expect(tableWatcher.refresh(now: now + .seconds(2)) == .replaced(tableWatcher.table))
        #expect(arrival(tableWatcher) == 700)
    }

    @Test func `the extended table is watched too`() throws {
        try folder.write("extends = \"wristband\"\nmuted = []\n", to: "base.toml")
        let file = try folder.write("extends = \"./base.toml\"\nunmuted = []\n", to: "mine.toml")
        var tableWatcher = try PatternTableWatcher(file, in: .checkout)
        #expect(tableWatcher.table.pulses(.muted).isEmpty)
        try folder.write("extends = \"wristband\"\nmuted = [{ strength = 2, milliseconds = 400 }]\n", to: "base.toml")
        guard case .refused = tableWatcher.refresh(now: now) else {
            Issue.record("a broken base was not reported")
            return
        }
        try folder.write("extends = \"wristband\"\nmuted = [{ strength = 1, milliseconds = 400 }]\n", to: "base.toml")
        #expect(tableWatcher.refresh(now: now + .seconds(1)) == .replaced(tableWatcher.table))
        #expect(tableWatcher.table.pulses(.muted).count == 1 && tableWatcher.table.pulses(.unmuted).isEmpty)
    }

    @Test func `a pipe is not waited for`() throws {
        let file = try write(arrival: 500)
        var tableWatcher = try PatternTableWatcher(file, in: .checkout)
        #expect(unlink(file) == 0 && mkfifo(file, 0o600) == 0)
        guard case .refused(let error) = tableWatcher.refresh(now: now) else {
            Issue.record("a pipe was taken for a table")
            return
        }
        #expect("\(error)".contains("is not a file"))
    }

    @Test func `wristband replaces a table that is unusable at the start`() throws {
        let file = try write(arrival: 9000)
        let problem = try #require(
            #expect(throws: PatternTableError.self) { try PatternTableWatcher(file, in: .checkout) })
        var tableWatcher = PatternTableWatcher(replacing: file, in: .checkout, because: problem)
        #expect(tableWatcher.table == .wristband)
        #expect(tableWatcher.refresh(now: now) == nil, "it was reported already")
        try write(arrival: 800)
        #expect(tableWatcher.refresh(now: now + .seconds(1)) == .replaced(tableWatcher.table))
        #expect(arrival(tableWatcher) == 800)
    }

    @Test func `the file replaces the built-in table`() throws {
        let folder = PatternFolder(path: folder.path)
        var tableWatcher = try PatternTableWatcher("wristband", in: folder)
        #expect(tableWatcher.table == .wristband)
        #expect(tableWatcher.refresh(now: now) == nil)
        try self.folder.write("extends = \"./mine.toml\"\n", to: "wristband.toml")
        try self.folder.write("extends = \"wristband\"\n", to: "mine.toml")
        guard case .refused = tableWatcher.refresh(now: now + .seconds(1)) else {
            Issue.record("a wristband that extends itself was taken")
            return
        }
        #expect(tableWatcher.table == .wristband)
    }
}
