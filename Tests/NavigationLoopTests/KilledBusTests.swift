import EventBus
import Foundation
import Guidance
import NavigationEvents
import Platform
import Positions
import Synchronization
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("The bus process")
struct KilledBusTests {
    @Test
    func `a subscriber of a bus killed repeatedly receives every event once and in order`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: .factor(60))
        let route = try ExampleDrive.route()
        var inputs: [DriveInput] = [.started(route), .begun]
        for await event in NMEASource(file: ExampleDrive.folder + "/drive.nmea", pace: .max).positions() {
            if let input = DriveInput(event) { inputs.append(input) }
        }
        let whole = try RecoverableDrive.uninterrupted(inputs)
        let heard = try await onThread {
            try Self.drive(plan, route, kills: 20)
        }
        // Headings are not part of the drive: those without a bus are lost.
        let driven = heard.filter { $0.event.topic != .onHeading }
        #expect(driven.map { TickedEvent(event: $0.event, tick: $0.tick) }.difference(from: whole) == nil)
        #expect(driven.count < heard.count)
        let headings = heard.compactMap { if case .heading(let heading) = $0.event { heading } else { nil } }
        #expect(Set(headings).count == headings.count, "a heading was published twice")
        #expect(heard.enumerated().allSatisfy { $1.sequence == UInt64($0 + 1) }, "a gap, or a repetition")
        #expect(Set(heard.map(\.run)).count == 1)
    }

    private static func drive(_ plan: LoopPlan, _ route: Route, kills: Int) throws -> [Envelope] {
        var generator = SplitMix64.announced(for: "moments of death")
        var bus = try BusProcess(plan)
        let client = try BusClient(requests: plan.endpoints.requests)
        _ = try client.join(
            Hello(
                control: "listener", contractVersion: Hello.currentContractVersion, session: .main,
                topics: Topic.allCases, processID: getpid()),
            timeout: .seconds(20))
        _ = try client.request(.start(.main, route), timeout: .seconds(20))
        bus.send(.begin)
        var heard: [Envelope] = []
        var slowest = 0.0
        for _ in 0..<kills {
            let until = MonotonicInstant.now.seconds + Double.random(in: 0.02...0.4, using: &generator)
            while MonotonicInstant.now.seconds < until { try take(from: client, &heard, milliseconds: 2) }
            bus.kill()
            while try take(from: client, &heard, milliseconds: 1) {}
            let killed = heard.count
            let start = MonotonicInstant.now.seconds
            bus = try BusProcess(plan, begin: true)
            while heard.count == killed, MonotonicInstant.now.seconds < start + 20, !isOver(heard) {
                try take(from: client, &heard, milliseconds: 5)
            }
            slowest = max(slowest, MonotonicInstant.now.seconds - start)
        }
        let deadline = MonotonicInstant.now.seconds + 60
        while !isOver(heard), MonotonicInstant.now.seconds < deadline {
            try take(from: client, &heard, milliseconds: 20)
        }
        print("navbus-bus killed \(kills) times: at most \(Int(slowest * 1000)) ms from its start to the next event")
        return heard
    }

    @discardableResult
    private static func take(from client: BusClient, _ heard: inout [Envelope], milliseconds: Int) throws -> Bool {
        switch try client.next(timeout: .milliseconds(milliseconds)) {
        case nil: return false
        case .event(let envelope): heard.append(envelope)
        case .resynchronized(let missed): Issue.record("\(missed) events were lost after \(heard.count)")
        case .restarted: Issue.record("another run began after \(heard.count)")
        }
        return true
    }

    private static func isOver(_ heard: [Envelope]) -> Bool {
        if case .control(let report) = heard.last?.event {
            report.text == "the source of positions has ended"
        } else {
            false
        }
    }

    @Test
    func `after the launcher's death the bus ends all controls and keeps its drive log`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let meek = try Child("sleep 60")
        let stubborn = try Child("trap '' TERM; while true; do sleep 0.1; done")
        let stranger = try Child("sleep 60")
        bus.send(.control(ControlStatus(control: "meek", state: .running, processID: meek.processID)))
        bus.send(.control(ControlStatus(control: "stubborn", state: .running, processID: stubborn.processID)))
        try await onThread {
            let client = try BusClient(requests: plan.endpoints.requests)
            _ = try client.request(.status, timeout: .seconds(20))
        }
        bus.closeInput()
        #expect(await bus.wait().status == 0)
        #expect(await meek.signal == SIGTERM)
        #expect(await stubborn.signal == SIGKILL)
        #expect(stranger.isRunning)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/run/journal/drive.log"))
    }

    @Test func `a control that has received SIGTERM is given time to end cleanly`()
        async throws
    {
        let folder = try TemporaryFolder()
        let ready = folder.path + "/ready"
        let hurry = "trap 'exit 9' TERM; sleep 0.5 & wait $!; exit 7"
        let child = try Child(
            "trap '\(hurry.replacing("'", with: "\""))' TERM; touch \(ready); while :; do sleep 0.05; done")
        let deadline = MonotonicInstant.now.seconds + 20
        while !FileManager.default.fileExists(atPath: ready), MonotonicInstant.now.seconds < deadline {
            await Task.yield()
        }
        let reaper = ControlReaper()
        reaper.note(ControlStatus(control: "orderly", state: .running, processID: child.processID))
        kill(child.processID, SIGTERM)
        try await onThread { reaper.endAll(timeoutSeconds: 40) }
        #expect(await child.exitCode == 7)
    }

    @Test func `a signal ends the bus cleanly: navigation stops and nothing is left to resume`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let route = try ExampleDrive.route()
        let heard = try await onThread {
            let client = try BusClient(requests: plan.endpoints.requests)
            _ = try client.join(
                Hello(
                    control: "listener", contractVersion: Hello.currentContractVersion, session: .main,
                    topics: Topic.allCases, processID: getpid()),
                timeout: .seconds(20))
            _ = try client.request(.start(.main, route), timeout: .seconds(20))
            bus.signal(SIGTERM)
            var heard: [Envelope] = []
            let deadline = MonotonicInstant.now.seconds + 20
            while heard.last?.event != .navigationStopped(.requested), MonotonicInstant.now.seconds < deadline {
                try Self.take(from: client, &heard, milliseconds: 20)
            }
            return heard
        }
        #expect(heard.map(\.event.topic) == [.onNavigationStarted, .onNavigationStopped])
        #expect(await bus.wait().status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/run/journal/drive.log"))
    }

    @Test func `a position from the request socket is processed like any other`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000),
            position: Coordinate(latitudeDegrees: 50, longitudeDegrees: 8))
        let status = try await onThread {
            let client = try BusClient(requests: plan.endpoints.requests)
            #expect(try client.request(.position(.main, fix), timeout: .seconds(20)) == .done)
            #expect(try client.request(.position(.main, fix), timeout: .seconds(20)) == .done)
            guard case .status(let status) = try client.request(.status) else { return BusStatus?.none }
            return status
        }
        #expect(status?.sessions.first?.fixesAccepted == 1)
        #expect(status?.sessions.first?.source == SourceState.none)
        #expect(status?.counters["rejected_fixes"] == 1)
        #expect(status?.gauges["resident_bytes"] ?? 0 > 0)
        bus.kill()
    }

    @Test func `an invalid plan ends the process with one clear line`() async throws {
        for (bytes, code) in [([], 64), ([255, 255, 255, 255], 76), ([2, 0, 0, 0, 255, 255], 76)] as [([UInt8], Int32)]
        {
            let bus = try BusProcess(nil)
            bus.send(bytes: bytes)
            bus.closeInput()
            let (status, errors) = await bus.wait()
            #expect(status == code)
            #expect(errors.hasPrefix("navbus-bus: failed to ") && errors.split(separator: "\n").count == 1)
        }
        var plan = BusProcess.plan(in: try TemporaryFolder(), pace: nil)
        plan.cueTimingFactor = 11
        for (order, code, text) in [
            (LaunchOrder.plan(plan), 78, "\"cue_timing_factor\""), (.earlierPlan([:]), 76, "different versions"),
        ] as [(LaunchOrder, Int32, String)] {
            let bus = try BusProcess(nil)
            bus.send(order)
            let (status, errors) = await bus.wait()
            #expect(status == code)
            #expect(errors.contains(text))
        }
    }
}

/// A process in its own group.
private final class Child {
    let processID: Int32
    private let process = Process()
    private let ended = DispatchGroup()

    init(_ script: String) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        let ended = ended
        ended.enter()
        process.terminationHandler = { _ in ended.leave() }
        try process.run()
        processID = process.processIdentifier
        try #require(getpgid(processID) == processID)
    }

    deinit {
        if process.isRunning { kill(-processID, SIGKILL) }
    }

    var isRunning: Bool { process.isRunning }

    /// Its exit code.
    var exitCode: Int32 {
        get async {
            await withCheckedContinuation { continuation in ended.notify(queue: .global()) { continuation.resume() } }
            return process.terminationReason == .exit ? process.terminationStatus : -1
        }
    }

    /// The signal that ended it.
    var signal: Int32 {
        get async {
            await withCheckedContinuation { continuation in ended.notify(queue: .global()) { continuation.resume() } }
            return process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
        }
    }
}
