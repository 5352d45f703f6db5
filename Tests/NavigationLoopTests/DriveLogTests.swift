import Foundation
import Guidance
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Recovery of a drive")
struct DriveLogTests {
    @Test func `a drive killed after every input publishes the same events`() async throws {
        let inputs = Array(try await ExampleDrive.inputs().prefix(200))
        let whole = try RecoverableDrive.uninterrupted(inputs)
        var stage = try RecoverableDrive()
        for input in inputs {
            try stage.process(input)
            try stage.recoverDrive()
            await Task.yield()
        }
        #expect(stage.published.difference(from: whole) == nil)
    }

    @Test func `a drive killed between the events of an input publishes the same events`()
        async throws
    {
        let inputs = try await ExampleDrive.inputs()
        let whole = try RecoverableDrive.uninterrupted(inputs)
        #expect(whole.count > 1400)
        for published in 0...3 {
            var stage = try RecoverableDrive()
            for (index, input) in inputs.enumerated() {
                try stage.process(input, dyingAfter: index % 97 == 13 ? published : nil)
                if index % 20 == 0 { await Task.yield() }
            }
            #expect(stage.published.difference(from: whole) == nil, "\(published) events of the inputs were published")
        }
    }

    @Test
    func `a drive killed again while publishing missed events still loses nothing`()
        async throws
    {
        let inputs = Array(try await ExampleDrive.inputs().prefix(30))
        let whole = try RecoverableDrive.uninterrupted(inputs)
        let report = TickedEvent(event: .control(ControlReport(control: "speech", kind: .ready)), tick: 0)
        for index in inputs.indices {
            for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                await Task.yield()
                var stage = try RecoverableDrive()
                for input in inputs[..<index] { try stage.process(input) }
                try stage.lose(inputs[index], after: first)
                stage.dieWhileRecovering(after: second, report: report)
                try stage.recoverDrive()
                for input in inputs[(index + 1)...] { try stage.process(input) }
                #expect(
                    stage.published.filter { $0 != report }.difference(from: whole) == nil,
                    "\(index) \(first) \(second)")
            }
        }
    }

    @Test func `a record torn at any byte is dropped and all earlier ones are kept`() async throws {
        let inputs = Array(try await ExampleDrive.inputs().prefix(40))
        var stage = try RecoverableDrive()
        for input in inputs.dropLast() { try stage.process(input) }
        let path = stage.folder.path + "/drive.log"
        let before = try Data(contentsOf: URL(filePath: path))
        try stage.process(inputs[inputs.count - 1])
        let after = try Data(contentsOf: URL(filePath: path))
        for count in before.count..<after.count {
            try after.prefix(count).write(to: URL(filePath: path))
            let log = DriveLog(folder: stage.folder.path, run: RecoverableDrive.run, isContinued: true)
            var records = 0
            #expect(log.replay { _ in records += 1 } == count - before.count)
            await Task.yield()
            #expect(records == inputs.count - 1)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
        for place in before.count..<after.count {
            var spoiled = after
            spoiled[place] ^= 0x10
            try spoiled.write(to: URL(filePath: path))
            let log = DriveLog(folder: stage.folder.path, run: RecoverableDrive.run, isContinued: true)
            var records = 0
            _ = log.replay { _ in records += 1 }
            #expect(records == inputs.count - 1)
        }
    }

    @Test func `a drive with motion and skipped stopovers is recovered like any other`() async throws {
        let plain = Array(try await ExampleDrive.inputs().prefix(60))
        let inputs = plain.enumerated().flatMap { index, input -> [DriveInput] in
            guard case .fix(let fix) = input else { return [input] }
            let motion = MotionReading(speedMetersPerSecond: 8, gear: .forward, source: "can0", time: fix.time)
            return [.motion(motion), input] + (index % 20 == 0 ? [.skipped] : [])
        }
        let whole = try RecoverableDrive.uninterrupted(inputs)
        var stage = try RecoverableDrive()
        for input in inputs { try stage.process(input, dyingAfter: 1) }
        #expect(stage.published.difference(from: whole) == nil)
    }

    @Test func `a drive with durations of speech is recovered like any other`() async throws {
        let plain = Array(try await ExampleDrive.inputs().prefix(120))
        let route = try ExampleDrive.route()
        let durations = SpeechDurations(
            routeID: route.id,
            steps: route.legs.flatMap(\.steps).map {
                StepSpeech(stepNumber: $0.number, nowSeconds: 6, thenSeconds: 2, prepareSeconds: 8)
            })
        let start = try #require(plain.firstIndex { $0.isFreshStart })
        let inputs = plain[...start] + [.speech(durations)] + plain[(start + 1)...]
        let whole = try RecoverableDrive.uninterrupted(Array(inputs))
        var stage = try RecoverableDrive()
        for input in inputs { try stage.process(input, dyingAfter: 1) }
        #expect(stage.published.difference(from: whole) == nil)
        #expect(try RecoverableDrive.uninterrupted(plain).difference(from: whole) != nil)
    }

    @Test func `skipping without a navigation changes nothing`() throws {
        var state = DriveState(settings: GuidanceSettings())
        #expect(try state.process(.skipped).isEmpty)
        #expect(!state.isActive)
    }

    @Test func `a log of another run is not continued`() throws {
        var stage = try RecoverableDrive()
        try stage.process(.reported(.note, "one"))
        let log = DriveLog(folder: stage.folder.path, run: RecoverableDrive.run + 1, isContinued: true)
        #expect(log.replay { _ in Issue.record("a record of another run") } == 0)
    }

    @Test func `every record is read as it was written`() async throws {
        var fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: -5),
            position: Coordinate(latitudeDegrees: .nan, longitudeDegrees: -0.0))
        fix.speedMetersPerSecond = .infinity
        let contents: [DriveRecord.Content] = [
            .input(.begun), .input(.stopped), .input(.ended), .input(.elapsed(Timestamp(nanosecondsSinceEpoch: .min))),
            .input(.skipped),
            .warmUp(.motion(MotionReading(speedMetersPerSecond: 3, gear: .reverse, source: "can0", time: fix.time))),
            .warmUp(.problem(.note, "ä")), .input(.reported(.warning, "")), .resumed(published: 7),
            .input(.silenced(seconds: 60)),
            .warmUp(
                .speech(
                    SpeechDurations(
                        routeID: "r", steps: [StepSpeech(stepNumber: 3, nowSeconds: 2, prepareSeconds: 3)]))),
            .warmUp(.started(try ExampleDrive.route())),
            .numbers(
                DriveNumbers(
                    tick: 1, rejectedFixes: 2, sourceProblems: 3, sourceEvents: 1 << 50, isSourceBegun: true,
                    isSourceEnded: true, isSourceSilent: true, travelMode: .foot,
                    simulationStart: Timestamp(nanosecondsSinceEpoch: -1))),
        ]
        for content in contents {
            let record = DriveRecord(content: content, sequence: 1 << 50)
            #expect(reread(record) == record)
        }
        guard case .input(.fix(let read)) = reread(DriveRecord(content: .input(.fix(fix)), sequence: 0))?.content else {
            Issue.record("no fix")
            return
        }
        #expect(read.position.latitudeDegrees.bitPattern == fix.position.latitudeDegrees.bitPattern)
        #expect(read.position.longitudeDegrees.bitPattern == fix.position.longitudeDegrees.bitPattern)
        #expect(read.speedMetersPerSecond == .infinity)
    }

    private func reread(_ record: DriveRecord) -> DriveRecord? {
        var bytes: [UInt8] = []
        record.append(to: &bytes)
        return bytes.withUnsafeBytes { DriveRecord.read($0)?.record }
    }
}
