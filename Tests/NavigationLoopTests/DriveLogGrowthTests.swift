import Foundation
import Guidance
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Size limits of the drive log")
struct DriveLogGrowthTests {
    @Test func `a log rewritten at starts and stops recovers the same drive after a crash`() async throws {
        let once = Array(try await ExampleDrive.inputs().dropFirst())
        var inputs: [DriveInput] = [.begun]
        for round in 0..<3 {
            inputs += once.map { later($0, days: Int64(round)) } + [.stopped]
        }
        var (steady, killed) = (try RecoverableDrive(), try RecoverableDrive())
        for (index, input) in inputs.enumerated() {
            try steady.process(input)
            try killed.process(input)
            if index % 20 == 0 { await Task.yield() }
            if input.isFreshStart || input == .stopped {
                steady.trim()
                killed.trim()
                try killed.recoverDrive()
            }
            if index % 299 == 0 { try killed.recoverDrive() }
        }
        #expect(killed.published.difference(from: steady.published) == nil)
        #expect((killed.drive.log?.byteCount ?? .max) < 100_000)
        #expect(killed.published.map(\.summary) == (try RecoverableDrive.uninterrupted(inputs)).map(\.summary))
    }

    @Test func `hundreds of started and stopped routes leave a small log`() throws {
        var stage = try RecoverableDrive()
        let route = try ExampleDrive.route()
        var bytes: [UInt8] = []
        DriveRecord(content: .input(.started(route)), sequence: 0).append(to: &bytes)
        try stage.process(.fix(fix(second: 0)))
        var most = 0
        for _ in 0..<300 {
            try stage.process(.started(route))
            try stage.process(.stopped)
            most = max(most, stage.drive.log?.byteCount ?? .max)
        }
        #expect(most < DriveLog.trimmedBytes + bytes.count)
        try stage.process(.started(route))
        let numbers = stage.drive.state.numbers
        try stage.recoverDrive()
        #expect(stage.drive.state.isActive && stage.drive.state.route == route)
        #expect(stage.drive.state.numbers == numbers)
    }

    @Test
    func `a log with a large route is rewritten only when it has doubled`()
        throws
    {
        var stage = try RecoverableDrive()
        var route = try ExampleDrive.route()
        route.provider = String(repeating: "x", count: 600_000)
        try stage.process(.fix(fix(second: 0)))
        var begun = 0
        var most = 0
        for _ in 0..<20 {
            for input in [DriveInput.started(route), .stopped] {
                let before = stage.drive.log?.byteCount ?? 0
                try stage.process(input)
                if (stage.drive.log?.byteCount ?? 0) < before + 9 { begun += 1 }
                most = max(most, stage.drive.log?.byteCount ?? .max)
            }
        }
        #expect(most < 2_500_000)
        #expect((1...20).contains(begun), "rewritten \(begun) times")
    }

    @Test func `a log stays small after many fixes or many seconds without one`()
        throws
    {
        var stage = try RecoverableDrive()
        for index in 0..<20_000 {
            stage.drive.log?.append(DriveRecord(content: .input(.fix(fix(second: Double(index) / 50))), sequence: 0))
        }
        for index in 0..<50_000 {
            let time = Timestamp(nanosecondsSinceEpoch: Int64(index) * 1_000_000_000)
            stage.drive.log?.append(DriveRecord(content: .input(.elapsed(time)), sequence: 0))
        }
        stage.drive.log?.thin(stage.drive.state, sequence: 0)
        #expect((stage.drive.log?.byteCount ?? .max) < 1 << 20)
        stage.trim()
        #expect((stage.drive.log?.byteCount ?? .max) < 1 << 20)
    }

    private func fix(second: Double) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(second * 1e9)),
            position: Coordinate(latitudeDegrees: 50, longitudeDegrees: 8))
    }

    @Test
    func `a thinned log recovers the same route and stop and repeats no cue`()
        async throws
    {
        let inputs = try await ExampleDrive.inputs()
        for end in [inputs.count / 2, inputs.count * 3 / 4, inputs.count * 9 / 10] {
            var stage = try RecoverableDrive()
            for input in inputs[..<end] { try stage.process(input) }
            let before = stage.drive.log?.byteCount ?? 0
            stage.drive.log?.thin(stage.drive.state, sequence: stage.sequence, to: 30_000, keeping: 60)
            #expect((stage.drive.log?.byteCount ?? .max) < before)
            let numbers = stage.drive.state.numbers
            try stage.recoverDrive()
            #expect(stage.drive.state.numbers == numbers)
            for input in inputs[end...] { try stage.process(input) }
            let whole = try RecoverableDrive.uninterrupted(inputs)
            #expect(stage.published.count == whole.count)
            for (one, other) in zip(stage.published, whole) {
                #expect(one.summary == other.summary)
                #expect(abs((one.alongMeters ?? 0) - (other.alongMeters ?? 0)) < 5)
            }
        }
    }

    @Test func `a simulated drive that dies between route and start begins along the new route`() throws {
        let route = try ExampleDrive.route()
        var other = route
        other.id = "another"
        var stage = try RecoverableDrive(isSimulated: true)
        for input in [DriveInput.started(route), .begun, .problem(.note, "one")] { try stage.process(input) }
        #expect(stage.drive.state.numbers.isSourceBegun)
        try stage.process(.started(other))
        try stage.recoverDrive()
        #expect(!stage.drive.state.numbers.isSourceBegun && stage.drive.state.isActive)
        try stage.process(.begun)
        #expect(stage.drive.state.simulatedRoute?.id == "another")
    }

    @Test func `a simulated drive continues along its route after its log was rewritten`() throws {
        let route = try ExampleDrive.route()
        var stage = try RecoverableDrive(isSimulated: true)
        for input in [DriveInput.started(route), .begun, .problem(.note, "one"), .stopped] { try stage.process(input) }
        stage.drive.log?.trim(stage.drive.state, sequence: stage.sequence)
        try stage.recoverDrive()
        #expect(stage.drive.state.simulatedRoute == route)
        #expect(stage.drive.state.numbers.sourceEvents == 1)
        #expect(!stage.drive.state.isActive)
    }

    @Test func `on a full disk guidance continues and pending records are written later`() throws {
        let folder = try TemporaryFolder()
        let room = Mutex<Int>(200)
        let log = DriveLog(folder: folder.path, run: 1, isContinued: false) { descriptor, bytes in
            let count = room.withLock { room in
                let count = min(room, bytes.count)
                room -= count
                return count
            }
            guard count > 0 else {
                errno = ENOSPC
                return -1
            }
            return write(descriptor, bytes.baseAddress, count)
        }
        log.append(record(0))
        for number in 1..<100 {
            log.append(record(number))
            if let problem = log.problem { #expect(problem.contains("No space left"), "at record \(number)") }
        }
        #expect(log.failures > 10)
        room.withLock { $0 = 1 << 20 }
        log.append(record(100))
        #expect(log.problem == nil)
        #expect(numbers(in: folder) == Array(0...100))
    }

    @Test func `records waiting for a disk are limited and a log with a gap is not continued`() throws {
        let folder = try TemporaryFolder()
        let isBroken = Mutex(false)
        let log = DriveLog(folder: folder.path, run: 1, isContinued: false) { descriptor, bytes in
            errno = EIO
            return isBroken.withLock { $0 } ? -1 : write(descriptor, bytes.baseAddress, bytes.count)
        }
        isBroken.withLock { $0 = true }
        let text = String(repeating: "x", count: 100_000)
        for _ in 0..<60 { log.append(DriveRecord(content: .input(.reported(.note, text)), sequence: 0)) }
        #expect(log.isAbandoned)
        #expect(numbers(in: folder).isEmpty)
        isBroken.withLock { $0 = false }
        let state = DriveState(settings: GuidanceSettings())
        log.trim(state, sequence: 0)
        #expect(!log.isAbandoned)
        log.append(record(5))
        #expect(numbers(in: folder) == [5])
    }

    @Test func `records waiting for a disk that was full from the beginning are replayed too`() throws {
        let folder = try TemporaryFolder()
        let log = DriveLog(folder: folder.path, run: 1, isContinued: false) { _, _ in
            errno = ENOSPC
            return -1
        }
        log.append(DriveRecord(content: .input(.stopped), sequence: 0))
        #expect(log.inputs() == [.stopped])
    }

    @Test func `a log that cannot be rewritten stays as it is and is retried only when doubled`() throws {
        let folder = try TemporaryFolder()
        let first = Mutex<Int32?>(nil)
        let log = DriveLog(folder: folder.path, run: 1, isContinued: false) { descriptor, bytes in
            let own = first.withLock { first in
                if first == nil { first = descriptor }
                return first
            }
            errno = ENOSPC
            return descriptor == own ? write(descriptor, bytes.baseAddress, bytes.count) : -1
        }
        for number in 0..<100 { log.append(record(number)) }
        #expect(log.isGrown(beyond: 1000))
        let count = log.byteCount
        log.thin(DriveState(settings: GuidanceSettings()), sequence: 0)
        #expect(log.problem?.contains("No space left") == true)
        #expect(!log.isGrown(beyond: 1000))
        var number = 100
        while log.byteCount <= 2 * count {
            log.append(record(number))
            number += 1
        }
        #expect(log.isGrown(beyond: 1000))
        #expect(numbers(in: folder) == Array(0..<number))
        #expect(!FileManager.default.fileExists(atPath: log.path + ".new"))
    }

    @Test func `a log is readable by its owner only and removed completely`() throws {
        let folder = try TemporaryFolder()
        let log = DriveLog(folder: folder.path, run: 1, isContinued: false)
        log.trim(DriveState(settings: GuidanceSettings()), sequence: 0)
        let mode = try FileManager.default.attributesOfItem(atPath: log.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try folder.write("half", to: "drive.log.new")
        log.remove()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a log that could not be opened is begun when its folder exists`() throws {
        let folder = try TemporaryFolder()
        let place = folder.path + "/later"
        let log = DriveLog(folder: place, run: 1, isContinued: false)
        #expect(log.problem != nil && log.isGrown(beyond: DriveLog.trimmedBytes))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        log.trim(DriveState(settings: GuidanceSettings()), sequence: 0)
        #expect(log.problem == nil && FileManager.default.fileExists(atPath: log.path))
    }

    @Test func `a missing or read-only folder is reported and ends nothing`() {
        let log = DriveLog(folder: "/nowhere/at/all", run: 1, isContinued: true)
        log.append(record(1))
        #expect(log.problem?.contains("/nowhere/at/all/drive.log") == true)
        #expect(log.replay { _ in } == 0)
    }

    private func record(_ number: Int) -> DriveRecord {
        DriveRecord(content: .input(.reported(.note, "\(number)")), sequence: UInt64(number))
    }

    private func numbers(in folder: TemporaryFolder) -> [Int] {
        var numbers: [Int] = []
        _ = DriveLog(folder: folder.path, run: 1, isContinued: true).replay {
            if case .input(.reported(_, let text)) = $0.content, let number = Int(text) { numbers.append(number) }
        }
        return numbers
    }

    private func later(_ input: DriveInput, days: Int64) -> DriveInput {
        let nanoseconds = days * 86_400_000_000_000
        switch input {
        case .fix(var fix):
            fix.time.nanosecondsSinceEpoch += nanoseconds
            return .fix(fix)
        case .elapsed(let time):
            return .elapsed(Timestamp(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch + nanoseconds))
        default: return input
        }
    }
}
