import EventCodec
import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Recording

/// Tests with the real system: limits, full disks and kills.
@Suite struct SystemTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a writer killed at any moment leaves every accepted event and at most one torn record`()
        async throws
    {
        var random = SplitMix64.announced(for: "kills")
        for round in 0..<6 {
            let path = folder.path + "/killed-\(round).mcap"
            setenv("NAVBUS_TEST_RECORDING", path, 1)
            setenv("NAVBUS_TEST_LIFE", "\(Int.random(in: 1...120, using: &random))", 1)
            await #expect(processExitsWith: .signal(SIGKILL)) { try Self.recordUntilKilled() }
            let events = Drive.events(4000)
            let accepted = try Data(contentsOf: URL(filePath: path + ".accepted")).count
            let sequences = try FailingDiskTests.checked([path], against: events)
            #expect(sequences.count >= accepted && sequences.count <= accepted + 1)
            #expect(sequences == events.prefix(sequences.count).map(\.sequence))
            let report = try RecordingRepair.repair(path, to: folder.path + "/mended-\(round).mcap")
            #expect(report.events == UInt64(sequences.count) && report.damage.isEmpty)
            print("killed after \(accepted) events, \(sequences.count) read, \(report.tornBytes) bytes torn")
        }
    }

    /// Records as fast as possible until it is killed, and appends a byte to another file for each accepted event.
    private static func recordUntilKilled() throws {
        let path = String(cString: getenv("NAVBUS_TEST_RECORDING"))
        let life = UInt32(String(cString: getenv("NAVBUS_TEST_LIFE"))) ?? 1
        let events = Drive.events(4000)
        let counter = open(path + ".accepted", O_WRONLY | O_CREAT | O_APPEND, 0o644)
        let writer = try RecordingWriter(
            path: path, settings: RecordingSettings(chunkBytes: 30_000, syncSeconds: 0.001))
        let killer = Thread {
            usleep(life * 1000)
            kill(getpid(), SIGKILL)
        }
        killer.start()
        for event in events where writer.append(event) { _ = write(counter, "+", 1) }
        while true { pause() }
    }

    @Test func `at the maximum file size the writer continues and reports what it misses`() async throws {
        setenv("NAVBUS_TEST_RECORDING", folder.path + "/limited.mcap", 1)
        await #expect(processExitsWith: .success) {
            let path = String(cString: getenv("NAVBUS_TEST_RECORDING"))
            let announcements = Announcements()
            let writer = try RecordingWriter(
                path: path, settings: RecordingSettings(compression: .none, retrySeconds: 0.001),
                onState: { announcements.note($0) })
            var limit = rlimit(rlim_cur: 60_000, rlim_max: .max)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let events = Drive.events(300)
            let accepted = events.filter { writer.append($0) }.count
            precondition(accepted < 300 && announcements.names.last == "failing")
            guard case .failing(let error) = announcements.all.last, error.description.contains("File too large") else {
                preconditionFailure("it does not say why")
            }
            limit.rlim_cur = .max
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            try writer.close()
            let read = try Read([path])
            precondition(
                read.events.count == accepted && read.gaps.reduce(0) { $0 + $1.count } == 300 - UInt64(accepted))
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `a full disk is announced within a second, and the recording resumes with an exact gap`() async throws {
        let place = folder.path + "/small"
        mkdir(place, 0o755)
        try #require(Self.mount("-t", "tmpfs", "-o", "size=256k", "tmpfs", place))
        defer { _ = Self.run("umount", ["--lazy", place]) }
        let announcements = Announcements()
        let writer = try RecordingWriter(
            path: place + "/drive.mcap",
            settings: RecordingSettings(compression: .none, chunkBytes: 10_000, retrySeconds: 0.01),
            onState: { announcements.note($0) })
        let ballast = place + "/ballast"
        try Data(repeating: 0, count: 100_000).write(to: URL(filePath: ballast))
        let events = Drive.events(900)
        var refused: [UInt64] = []
        for event in events.prefix(500) where !writer.append(event) { refused.append(event.sequence) }
        #expect(announcements.names.contains("failing") && !refused.isEmpty)
        unlink(ballast)
        // The writer recovers by itself: nothing is appended meanwhile.
        try await until { writer.status.state == .recording }
        for event in events[500..<520] { #expect(writer.append(event)) }
        try writer.close()
        let read = try Read(writer.status.paths)
        #expect(read.sequences == events.prefix(520).map(\.sequence).filter { !refused.contains($0) })
        #expect(read.gaps.reduce(0) { $0 + $1.count } == UInt64(refused.count))
        #expect(read.gaps.allSatisfy { $0.reason.contains("No space left") } && read.damage.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "only root may mount"))
    func `a read-only disk is announced, and the recording continues when it is writable again`()
        async throws
    {
        let place = folder.path + "/frozen"
        mkdir(place, 0o755)
        try #require(Self.mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", place))
        defer { _ = Self.run("umount", ["--lazy", place]) }
        // A disk with a file open for writing cannot become read-only, so the recording begins on a read-only disk.
        try #require(Self.mount("-o", "remount,ro", place))
        #expect {
            try RecordingWriter(path: place + "/drive.mcap").close()
        } throws: { "\($0)".contains("Read-only") && "\($0)".contains("record to a folder that you may write") }
        try #require(Self.mount("-o", "remount,rw", place))
        let writer = try RecordingWriter(path: place + "/drive.mcap")
        for event in Drive.events(20) { #expect(writer.append(event)) }
        try writer.close()
        #expect(try RecordingInfo([place + "/drive.mcap"]).isWhole)
    }

    private static func mount(_ arguments: String...) -> Bool { run("mount", arguments) }

    private static func run(_ command: String, _ arguments: [String]) -> Bool {
        do {
            _ = try ExternalTool.lines(command, arguments)
            return true
        } catch {
            print("\(command): \(error)")
            return false
        }
    }

    @Test func `an hour of driving costs little space and time`() throws {
        let path = folder.path + "/hour.mcap"
        var template = Drive.events(2)
        template = Drive.events(7200)
        let payloads = template.map { $0.wireBytes() }
        let before = Self.processorNanoseconds()
        let writer = try RecordingWriter(path: path)
        for (event, bytes) in zip(template, payloads) { #expect(writer.append(event, wireBytes: bytes)) }
        let appended = Self.processorNanoseconds()
        try writer.close()
        let count = Double(payloads.count)
        let size = Double(writer.status.bytesWritten)
        let payload = Double(payloads.reduce(0) { $0 + $1.count })
        print(
            "COST an hour of \(payloads.count) events: \(payload / count) bytes an event on the bus, \(size / count) in the"
                + " file, \(Double(appended - before) / count / 1000) microseconds of processor an event")
        #expect(size / count < payload / count + 40)
        #expect(try RecordingInfo([path]).events == UInt64(payloads.count))
    }

    private static func processorNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
