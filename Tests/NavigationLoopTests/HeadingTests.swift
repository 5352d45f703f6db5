import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Headings by request, with a bus process")
struct HeadingTests {
    private static let patience = Duration.seconds(20)

    private static func fix(_ second: Int64) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: (1_780_000_000 + second) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4122 + Double(second) * 1e-5, longitudeDegrees: 8.7101),
            horizontalAccuracyMeters: 5)
    }

    private static func reading(_ degrees: Double, _ reference: HeadingReading.Reference = .trueNorth) -> HeadingReading
    {
        HeadingReading(degrees: degrees, reference: reference, accuracyDegrees: 4, source: "watch")
    }

    private static func listener(_ plan: LoopPlan, topics: [Topic]) throws -> BusClient {
        let client = try BusClient(requests: plan.endpoints.requests)
        _ = try client.join(Hello(control: "", topics: topics, processID: getpid()), timeout: patience)
        return client
    }

    private static func events(_ client: BusClient, count: Int) throws -> [Event] {
        var heard: [Event] = []
        while heard.count < count, let delivery = try client.next(timeout: patience) {
            if case .event(let envelope) = delivery { heard.append(envelope.event) }
        }
        return heard
    }

    private static func expectRefusal(
        _ asker: BusClient, _ request: Request, _ code: RequestError.Code, _ words: String
    ) throws {
        let error = #expect(throws: BusError.self) { try asker.request(request, timeout: patience) }
        guard case .refused(let refusal) = error else {
            Issue.record("\(request) was not refused: \(String(describing: error))")
            return
        }
        #expect(refusal.code == code && refusal.text.contains(words), "\(refusal)")
    }

    @Test func `headings are published immediately, from true north, and added to the next fixes`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        try await onThread {
            let listener = try Self.listener(plan, topics: [.onHeading, .onGPS])
            let asker = try BusClient(requests: plan.endpoints.requests)
            try Self.expectRefusal(asker, .heading(.main, Self.reading(1)), .unavailable, "no position yet")
            let requests: [Request] = [
                .position(.main, Self.fix(0)), .heading(.main, Self.reading(87.5)),
                .heading(.main, Self.reading(100, .magneticNorth)), .position(.main, Self.fix(1)),
            ]
            for request in requests { #expect(try asker.request(request, timeout: Self.patience) == .done) }
            let events = try Self.events(listener, count: 4)
            guard events.count == 4, case .gps(let first) = events[0], case .heading(let asItWas) = events[1],
                case .heading(let turned) = events[2], case .gps(let second) = events[3]
            else {
                Issue.record("\(events)")
                return
            }
            #expect(first.headingDegrees == nil)
            #expect(asItWas.degrees == 87.5 && asItWas.accuracyDegrees == 4 && asItWas.source == "watch")
            #expect(asItWas.declinationDegrees == nil)
            // In Heidelberg, in the year 2026.
            let declination = try #require(turned.declinationDegrees)
            #expect((3.3...4.3).contains(declination), "\(declination)")
            #expect(turned.degrees == 100 + declination)
            #expect((0...2).contains(turned.time.seconds(since: first.time)))
            #expect(second.headingDegrees == turned.degrees && second.headingAccuracyDegrees == 4)
        }
        bus.kill()
    }

    @Test func `an invalid heading and one for an unknown session are refused`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let gone = try #require(Session("gone"))
        try await onThread {
            let asker = try BusClient(requests: plan.endpoints.requests)
            #expect(try asker.request(.position(.main, Self.fix(0)), timeout: Self.patience) == .done)
            try Self.expectRefusal(asker, .heading(.main, Self.reading(.nan)), .malformed, "less than 360")
            try Self.expectRefusal(asker, .heading(.main, Self.reading(400)), .malformed, "400.0 degrees")
            var late = Self.reading(1)
            late.time = Self.fix(-100).time
            try Self.expectRefusal(asker, .heading(.main, late), .malformed, "100.0 s before")
            var nameless = Self.reading(1)
            nameless.source = ""
            try Self.expectRefusal(asker, .heading(.main, nameless), .malformed, "compass without a name")
            try Self.expectRefusal(asker, .heading(gone, Self.reading(1)), .noSuchSession, "gone")
            #expect(try asker.request(.heading(.main, Self.reading(1)), timeout: Self.patience) == .done)
            guard case .status(let status) = try asker.request(.status, timeout: Self.patience) else { return }
            #expect(status.counters["refused_headings"] == 5 && status.counters["dropped_headings"] == 4)
        }
        bus.kill()
    }

    @Test func `impossible durations of speech are refused`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let gone = try #require(Session("gone"))
        try await onThread {
            let asker = try BusClient(requests: plan.endpoints.requests)
            func speech(steps: Int, seconds: Double) -> SpeechDurations {
                let step = StepSpeech(stepNumber: 2, nowSeconds: seconds, prepareSeconds: 3)
                return SpeechDurations(routeID: "r", steps: Array(repeating: step, count: steps))
            }
            try Self.expectRefusal(
                asker, .speech(.main, speech(steps: 1, seconds: 61)), .malformed, "step 2 is not 0 to 60 s")
            try Self.expectRefusal(asker, .speech(.main, speech(steps: 1001, seconds: 3)), .malformed, "1000")
            try Self.expectRefusal(asker, .speech(gone, speech(steps: 1, seconds: 3)), .noSuchSession, "gone")
            for steps in [0, 1, 1000] {
                let fine = Request.speech(.main, speech(steps: steps, seconds: 3))
                #expect(try asker.request(fine, timeout: Self.patience) == .done)
            }
        }
        bus.kill()
    }

    @Test func `motion is accepted after the first fix, and a stopover may be skipped at any time`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        let gone = try #require(Session("gone"))
        try await onThread {
            let asker = try BusClient(requests: plan.endpoints.requests)
            let motion = MotionReading(speedMetersPerSecond: 5, gear: .forward, source: "can0")
            try Self.expectRefusal(asker, .motion(.main, motion), .unavailable, "no position yet")
            let requests: [Request] = [
                .position(.main, Self.fix(0)), .motion(.main, motion), .skipStopover(.main),
                .position(.main, Self.fix(1)),
            ]
            for request in requests { #expect(try asker.request(request, timeout: Self.patience) == .done) }
            var backwards = motion
            backwards.speedMetersPerSecond = -5
            try Self.expectRefusal(asker, .motion(.main, backwards), .malformed, "use 0 to 1000")
            try Self.expectRefusal(asker, .skipStopover(gone), .noSuchSession, "gone")
            guard case .status(let status) = try asker.request(.status, timeout: Self.patience) else { return }
            #expect(status.counters["refused_motions"] == 2 && status.counters["dropped_motions"] == 2)
        }
        bus.kill()
    }

    @Test func `fifty headings per second are accepted and a late joiner receives the newest one`()
        async throws
    {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let bus = try BusProcess(plan)
        try await onThread {
            let asker = try BusClient(requests: plan.endpoints.requests)
            #expect(try asker.request(.position(.main, Self.fix(0)), timeout: Self.patience) == .done)
            for number in 0..<1000 {
                let heading = Request.heading(.main, Self.reading(Double(number % 360)))
                #expect(try asker.request(heading, timeout: Self.patience) == .done)
            }
            // The last one is published within its maximum delay.
            let late = try Self.listener(plan, topics: [.onHeading])
            var newest: Heading?
            while newest?.degrees != 999 - 720, case .heading(let heading)? = try Self.events(late, count: 1).first {
                newest = heading
            }
            #expect(newest?.degrees == 279)
        }
        bus.kill()
    }

    @Test func `after a crash of the bus fixes have headings and numbers continue`() async throws {
        let folder = try TemporaryFolder()
        let plan = BusProcess.plan(in: folder, pace: nil)
        let first = try BusProcess(plan)
        try await onThread {
            let listener = try Self.listener(plan, topics: [.onHeading, .onGPS])
            let asker = try BusClient(requests: plan.endpoints.requests)
            for request in [Request.position(.main, Self.fix(0)), .heading(.main, Self.reading(87.5))] {
                #expect(try asker.request(request, timeout: Self.patience) == .done)
            }
            #expect(try Self.events(listener, count: 2).map(\.topic) == [.onGPS, .onHeading])
            first.kill()
            let second = try BusProcess(plan)
            let requests: [Request] = [.heading(.main, Self.reading(90)), .position(.main, Self.fix(1))]
            for request in requests { #expect(try asker.request(request, timeout: Self.patience) == .done) }
            let events = try Self.events(listener, count: 2)
            guard events.count == 2, case .heading(let heading) = events[0], case .gps(let fix) = events[1] else {
                Issue.record("\(events)")
                return
            }
            #expect(heading.degrees == 90 && fix.headingDegrees == 90)
            second.kill()
        }
    }
}
