import EventBus
import Foundation
import Guidance
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Sessions whose time passes with their requests")
struct DriveTimeTests {
    private static let patience = Duration.seconds(20)

    static func plan(in folder: TemporaryFolder) -> LoopPlan {
        var plan = BusProcess.plan(in: folder, pace: nil)
        plan.passesTimeWithPositions = true
        plan.journal.openedBytes = 1 << 26
        return plan
    }

    @Test func `the same requests have the same events, however fast they come`() async throws {
        var generator = SplitMix64.announced(for: "requests at two speeds")
        let folder = try TemporaryFolder()
        let parts = try await LoopParts(Self.plan(in: folder))
        let (slow, fast) = (try #require(Session("slow")), try #require(Session("fast")))
        let fixes = try await Self.secondlyFixes()
        for round in 0..<2 {
            let script = Self.script(Array(fixes.dropFirst(round * 300).prefix(60)), &generator)
            var events: [[NumberedEvent]] = []
            for session in [slow, fast] {
                try await parts.fleet.open(session)
                let loop = try #require(await parts.fleet.loop(of: session))
                var refusals: [RequestError?] = []
                for request in script.requests {
                    if session == slow, Int.random(in: 0..<20, using: &generator) == 0 {
                        try await Task.sleep(for: .milliseconds(Int.random(in: 1...60, using: &generator)))
                    }
                    refusals.append(try await loop.take(request))
                    #expect(await !loop.isTimed)
                }
                #expect(refusals.map(\.?.code) == script.codes)
                events.append(try await Self.events(of: session, on: parts.bus))
                try await parts.fleet.close(session)
            }
            #expect(events[0] == events[1])
            #expect(events[0].contains { $0.event.topic == .onHeading })
            #expect(events[0].contains { $0.event.reportText?.contains("silent for 3 s") == true })
        }
        await parts.end()
    }

    /// An ordinary bus visits a silent session twice a second, from any moment on.
    @Test(arguments: [0.1, 0.4])
    func `a silence has the events that it has on a bus whose own time passes`(phase: Double) async throws {
        let fixes = Array(try await Self.secondlyFixes().prefix(110))
        let silence = 30..<105
        let ordinary = try Self.eventsOfOrdinaryBus(fixes, silence, phase: phase)
        let folder = try TemporaryFolder()
        let parts = try await LoopParts(Self.plan(in: folder))
        let session = try #require(Session("vehicle-1"))
        try await parts.fleet.open(session)
        let loop = try #require(await parts.fleet.loop(of: session))
        try await loop.start(try ExampleDrive.route())
        for (index, fix) in fixes.enumerated() where !silence.contains(index) {
            if index == silence.upperBound {
                for second in 1..<silence.count {
                    let time = fixes[silence.lowerBound - 1].time.advanced(bySeconds: Double(second) + 0.6)
                    try await loop.accept(elapsedTo: time)
                }
            }
            await loop.accept(fix)
        }
        let events = try await Self.events(of: session, on: parts.bus).map(\.event).filter {
            $0.topic != .onNavigationStarted
        }
        #expect(events.map(\.kind) == ordinary.map(\.kind))
        #expect(ordinary.contains { $0.kind == "estimated" } && ordinary.contains { $0.kind == "unreliable" })
        await parts.end()
    }

    @Test func `time without a position is refused where it does not come next`() async throws {
        let folder = try TemporaryFolder()
        let plan = Self.plan(in: folder)
        let bus = try BusProcess(plan)
        let session = try #require(Session("vehicle-1"))
        let fix = try #require(try await Self.secondlyFixes().first)
        try await onThread {
            var gateway = Gateway(try BusClient(requests: plan.endpoints.requests))
            func expect(_ second: Double, _ code: RequestError.Code?, _ words: String = "", of asked: Session? = nil)
                throws
            {
                let request = Request.elapsed(asked ?? session, fix.time.advanced(bySeconds: second))
                let refusal = try gateway.refusal(request)
                #expect(
                    refusal?.code == code && (words.isEmpty || refusal?.text.contains(words) == true),
                    "\(second) s: \(String(describing: refusal))")
            }
            try expect(1, .noSuchSession)
            try gateway.ask(.openSession(session))
            try expect(1, .unavailable, "no position yet")
            try gateway.ask(.position(session, fix))
            try expect(1, nil)
            try gateway.ask(.start(session, try ExampleDrive.route()))
            try expect(1.5, nil)
            try expect(1.5, .malformed, "is not after the newest one")
            try expect(-1, .malformed, "is not after the newest one")
            try expect(901, .malformed, "more than 900 s after the last position")
            try expect(899, nil)
            try expect(901, .malformed, "more than 900 s after the last position")
            try expect(1, .forbidden, "guidance.time = \"positions\"", of: .main)
            guard case .status(let status) = try gateway.ask(.status) else { return }
            #expect(status.counters["refused_elapsed"] == 7)
        }
        bus.kill()
    }

    @Test func `readings wait for the time of the drive, and for no other`() throws {
        var compass = Compass(clock: FixClock(isOfDrive: true)) { _, _, _ in nil }
        var sensors = MotionSensors()
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_780_000_000_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7))
        func reading(_ source: String, at second: Double? = nil) -> HeadingReading {
            HeadingReading(
                degrees: 1, reference: .trueNorth, source: source, time: second.map { fix.time.advanced(bySeconds: $0) }
            )
        }
        compass.note(fix.time, now: 5)
        let present = compass.clock.now(monotonic: 5)
        #expect(present == fix.time.secondsSinceEpoch)
        for source in ["a", "b", "c", "d", "e"] { try compass.take(reading(source), at: fix, now: present) }
        #expect(compass.due(now: present).map(\.time) == Array(repeating: fix.time, count: 3))
        #expect(compass.due(now: present).isEmpty)
        // Readings with later times show that time has passed, but only near that of the drive.
        let later = try compass.take(reading("a", at: 0.5), at: fix, now: present)
        #expect(compass.due(now: later).map(\.source) == ["d", "e", "a"])
        #expect(throws: CompassError.self) { try compass.take(reading("a", at: 2.1), at: fix, now: present) }
        // A late position: the time of the drive goes back.
        compass.note(fix.time.advanced(bySeconds: 100), now: 6)
        let ahead = compass.clock.now(monotonic: 6)
        try compass.take(reading("a"), at: fix, now: ahead)
        #expect(compass.due(now: ahead).count == 1)
        compass.note(fix.time.advanced(bySeconds: 50), now: 7)
        let back = compass.clock.now(monotonic: 7)
        try compass.take(reading("a", at: 51), at: fix, now: back)
        #expect(compass.due(now: back + 1).count == 1)
        for (number, second) in [0, 0, 0, 0, 1, 1].enumerated() {
            let motion = MotionReading(
                gear: .park, source: "can0", time: fix.time.advanced(bySeconds: 50 + Double(second)))
            let taken = try sensors.take(motion, clock: compass.clock, now: back)
            #expect((taken != nil) == (number != 3))
        }
    }
}

extension DriveTimeTests {
    /// An event with its numbers.
    struct NumberedEvent: Equatable {
        var sequence: UInt64
        var topicSequence: UInt64
        var tick: UInt64
        var event: Event
    }

    static func events(
        of session: Session, on bus: BusServer, after first: UInt64 = 0
    ) async throws -> [NumberedEvent] {
        var events: [NumberedEvent] = []
        for topic in Topic.allCases {
            events += await bus.keptEvents(topic, session: session, most: .max).map {
                NumberedEvent(sequence: $0.sequence, topicSequence: $0.topicSequence, tick: $0.tick, event: $0.event)
            }
        }
        events.sort { $0.sequence < $1.sequence }
        events.removeAll { $0.sequence <= first }
        #expect(events.map(\.sequence) == events.indices.map { first + 1 + UInt64($0) })
        return events
    }

    static func secondlyFixes() async throws -> [Fix] {
        try await FleetDrive.positions().filter { $0.time.nanosecondsSinceEpoch % 1_000_000_000 == 0 }
    }

    /// Requests of a drive with silences, and the codes of their refusals.
    static func script(
        _ fixes: [Fix], _ generator: inout SplitMix64
    ) -> (requests: [Request], codes: [RequestError.Code?]) {
        var requests: [Request] = []
        var codes: [RequestError.Code?] = []
        func add(_ request: Request, _ code: RequestError.Code? = nil) {
            requests.append(request)
            codes.append(code)
        }
        var silentUntil = 0
        for (index, fix) in fixes.enumerated() {
            if index == 1, let route = try? ExampleDrive.route() { add(.start(.main, route)) }
            var newest = fix.time
            if index < silentUntil {
                add(.elapsed(.main, fix.time.advanced(bySeconds: 0.5)))
                newest = newest.advanced(bySeconds: 0.5)
                add(.elapsed(.main, newest), .malformed)
            } else {
                add(.position(.main, fix))
                if index == 20 || (index > 20 && Int.random(in: 0..<20, using: &generator) == 0) {
                    silentUntil = index + Int.random(in: 5...9, using: &generator)
                }
            }
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let time = [nil, 0, 0.02, 0.04, 0.9, -1].randomElement(using: &generator).flatMap { $0 }
                    .map { newest.advanced(bySeconds: $0) }
                let source = ["watch", "glasses"].randomElement(using: &generator) ?? ""
                if Bool.random(using: &generator) {
                    let degrees = Double.random(in: 0..<360, using: &generator)
                    add(
                        .heading(
                            .main,
                            HeadingReading(degrees: degrees, reference: .magneticNorth, source: source, time: time)))
                } else {
                    let speed = Double.random(in: 0..<20, using: &generator)
                    add(.motion(.main, MotionReading(speedMetersPerSecond: speed, source: source, time: time)))
                }
            }
            let stale = newest.advanced(bySeconds: [-2.5, 2.5].randomElement(using: &generator) ?? 9)
            add(.motion(.main, MotionReading(gear: .park, source: "can0", time: stale)), .malformed)
        }
        add(.stop(.main))
        return (requests, codes)
    }

    /// The events of a drive with a silence on a bus that lets time pass itself, without its first events.
    private static func eventsOfOrdinaryBus(
        _ fixes: [Fix], _ silence: Range<Int>, phase: Double
    ) throws -> [Event] {
        var state = DriveState(settings: GuidanceSettings())
        var watch = SourceWatch()
        _ = try state.process(.started(try ExampleDrive.route()))
        var events: [Event] = []
        func take(_ input: DriveInput, at now: Double) throws {
            events += try state.process(input).map(\.event)
            if input.isFix { watch.recordFix(now: now) }
            watch.recordTime(state.lastTime, now: now)
        }
        for (index, fix) in fixes.enumerated() {
            if !silence.contains(index) { try take(.position(fix), at: Double(index)) }
            for visit in 0..<2 {
                let now = Double(index) + Double(visit) / 2 + phase
                if let time = watch.elapse(now: now) { try take(.elapsed(time), at: now) }
                if watch.check(now: now) { try take(.silenced(seconds: UInt32(watch.limitSeconds)), at: now) }
            }
        }
        return events
    }
}

extension Event {
    /// The part of the event that a silence changes.
    fileprivate var kind: String { reportText ?? positionStatus.map { "\($0)" } ?? topic.rawValue }
}

extension GuidanceLoop {
    /// Whether a clock of this machine makes it do anything.
    fileprivate var isTimed: Bool { isVisited || headingTask != nil }

    /// Takes a request as the request handler does; returns its refusal.
    func take(_ request: Request) throws -> RequestError? {
        do throws(RequestError) {
            switch request {
            case .start(_, let route): try start(route)
            case .stop: stop()
            case .position(_, let fix): accept(fix)
            case .heading(_, let reading): try accept(reading)
            case .motion(_, let reading): try accept(reading)
            case .elapsed(_, let time): try accept(elapsedTo: time)
            default: Issue.record("\(request) is not in the script")
            }
            return nil
        } catch {
            return error
        }
    }
}
