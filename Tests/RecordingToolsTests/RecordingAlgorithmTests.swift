import CommandOutput
import EventCodec
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import RecordingTools

/// The algorithms of the commands for recordings, without files.
@Suite struct RecordingAlgorithmTests {
    // MARK: - Counts

    @Test func `a series without gaps has no missing numbers`() {
        var tally = SequenceTally()
        for number in 5...20 { tally.note(UInt64(number)) }
        #expect(tally.first == 5 && tally.last == 20 && tally.missing == 0 && tally.duplicates == 0)
    }

    @Test func `gaps and duplicates are counted in any order of numbers`() {
        var random = SplitMix64.announced(for: "holes and doubles")
        for _ in 0..<200 {
            let numbers = (0..<40).map { _ in UInt64.random(in: 1...30, using: &random) }
            var tally = SequenceTally()
            for number in numbers { tally.note(number) }
            let seen = Set(numbers)
            let absent = (tally.first...tally.last).filter { !seen.contains($0) }
            #expect(tally.first == seen.min() && tally.last == seen.max())
            #expect(tally.holes.flatMap { Array($0) } == absent)
            #expect(tally.missing == UInt64(absent.count))
            #expect(tally.duplicates == UInt64(numbers.count - seen.count))
        }
    }

    @Test func `numbers at both ends of the range are counted`() {
        var tally = SequenceTally()
        for number in [UInt64.max, 0, .max, 1] { tally.note(number) }
        #expect(tally.first == 0 && tally.last == .max && tally.duplicates == 1)
        #expect(tally.holes == [2...(.max - 1)] && tally.missing == .max - 2)
    }

    @Test(arguments: [false, true]) func `a summary names the missing events`(isPartial: Bool) {
        var summary = RecordingSummary(isPartial: isPartial)
        let events = TestRecording.drive(ticks: 10).filter { $0.tick != 4 }
        for event in events + [events[3]] { summary.add(event) }
        #expect(summary.events == events.count + 1 && summary.duplicates == 1 && summary.missing == 2)
        #expect(summary.holes.map { $0.row.topic } == (isPartial ? [.onGPS, .onNavigation] : [nil]))
        #expect(summary.holes.map(\.numbers) == (isPartial ? [4...4, 4...4] : [10...11]))
        #expect(summary.navigations.map(\.places) == [["Home"]])
        #expect(summary.cues.count == 1 && summary.reports == ["speech": 2])
    }

    // MARK: - Comparison

    @Test func `numbers and times that differ in every run are no difference`() throws {
        let asked = ControlCommand(action: .say(SpokenText(text: "Hello.", requestNumber: 1)))
        let left = TestRecording.drive(ticks: 6) + [TestRecording.envelope(1000, .command(asked))]
        let right = left.map { event in
            var other = event
            other.run = 99
            other.sequence += 10
            other.topicSequence += 3
            other.monotonicNanoseconds += 5
            other.publishedAt.nanosecondsSinceEpoch += 7
            if case .control(var report) = event.event {
                report.processID = 4711
                report.effectNumber += 5
                report.requestNumber += 5
                other.event = .control(report)
            }
            if case .command = event.event {
                let again = ControlCommand(action: .say(SpokenText(text: "Hello.", requestNumber: 2)))
                other.event = .command(again)
            }
            return other
        }
        #expect(try differences(left, right).isEmpty)
        #expect(try differences(left, right, isExact: true).count == left.count)
    }

    @Test func `reports may be delayed, but not in another order`() throws {
        let events = TestRecording.drive(ticks: 6)
        let (reports, others) = (events.filter { $0.report != nil }, events.filter { $0.report == nil })
        #expect(try differences(events, others + reports).isEmpty)
        #expect(try differences(events, others + reports.reversed()).count == 2)
    }

    @Test func `a changed field is named`() throws {
        let left = TestRecording.drive(ticks: 6)
        var right = left
        let index = try #require(right.firstIndex { $0.event.topic == .onNavigation })
        guard case .navigation(var info) = right[index].event else { return }
        info.toManeuver?.distanceMeters = 12.5
        right[index].event = .navigation(info)
        let found = try differences(left, right)
        #expect(found.count == 1)
        #expect(
            found[0].contains { $0.contains("event.navigation.toManeuver.distanceMeters  100.0 | 12.5") }, "\(found)")
    }

    @Test func `an additional event is one difference`() throws {
        let left = TestRecording.drive(ticks: 20)
        let right = left.filter { $0.tick != 7 || $0.event.topic != .onGPS }
        let found = try differences(left, right)
        #expect(found.count == 1)
        #expect(found[0].contains { $0.contains("only in the first: event 7") }, "\(found)")
    }

    @Test func `a control that connects or leaves is no difference`() throws {
        let left = TestRecording.drive(ticks: 3)
        let ready = TestRecording.envelope(50, .control(ControlReport(control: "tap", kind: .ready)))
        #expect(try differences(left, left + [ready]).isEmpty)
        let note = TestRecording.envelope(50, .control(ControlReport(control: "tap", kind: .failed, text: "no")))
        #expect(try differences(left, left + [note]).count == 1)
    }

    /// The lines of every series that differs.
    private func differences(
        _ left: [Envelope], _ right: [Envelope], isExact: Bool = false
    ) throws -> [[String]] {
        let equivalence = EventEquivalence(isExact: isExact)
        let comparison = RecordingComparison(
            left: TestRecording(events: left), right: TestRecording(events: right), topics: Set(Topic.allCases),
            equivalence: equivalence)
        var found: [[String]] = []
        for series in try comparison.allSeries() {
            let result = try comparison.compare(series, limit: 1000)
            let lines = DifferenceText(series, result, equivalence, style: Style(isColored: false)).lines
            found += result.differences.map { _ in lines }
        }
        return found
    }

    // MARK: - Replay

    @Test func `a schedule follows the monotonic clock when the wall clock is set`() {
        var schedule = ReplaySchedule()
        var events = TestRecording.drive(ticks: 3)
        for index in events.indices {
            events[index].publishedAt.nanosecondsSinceEpoch -= Int64(index) * 3_600_000_000_000
        }
        let due = events.map { schedule.nanoseconds(of: $0) }
        #expect(due == events.map { $0.monotonicNanoseconds - events[0].monotonicNanoseconds })
    }

    @Test func `between two runs a schedule follows the wall clock`() {
        var schedule = ReplaySchedule()
        var late = TestRecording.envelope(1, .navigationStopped(.requested))
        let early = late
        late.run = 2
        late.monotonicNanoseconds = 5
        late.publishedAt.nanosecondsSinceEpoch += 2_000_000_000
        #expect(schedule.nanoseconds(of: early) == 0)
        #expect(schedule.nanoseconds(of: late) == 2_000_000_000)
    }

    @Test func `a replay from the middle publishes the route first`() {
        let events = TestRecording.drive(ticks: 9)
        let middle = events.first { $0.tick == 5 }?.publishedAt
        var filter = ReplayFilter(from: middle)
        let played = events.flatMap { filter.process(StoredEvent(bytes: [], envelope: $0)) }.map(\.envelope)
        #expect(played.first?.event.topic == .onNavigationStarted)
        #expect(played.dropFirst().first?.tick == 5)
        #expect(played.count == events.count { $0.publishedAt >= middle ?? $0.publishedAt } + 1)
    }

    @Test func `a replay from the middle publishes the state of commands without their actions`() {
        let asked = ControlCommand(action: .mute(true), isMuted: true)
        let events = [
            TestRecording.envelope(1, .command(asked)),
            TestRecording.envelope(9, .command(asked.updated(by: .calibrate))),
        ]
        var filter = ReplayFilter(from: events[1].publishedAt)
        let played = events.flatMap { filter.process(StoredEvent(bytes: [], envelope: $0)) }.map(\.envelope.event)
        #expect(played == [.command(ControlCommand(isMuted: true)), events[1].event])
    }

    @Test func `recorded reports of controls are omitted, those of the bus are kept`() {
        let bus = TestRecording.envelope(90, .control(ControlReport(control: "navbus", kind: .warning, text: "x")))
        var filter = ReplayFilter(omitsReports: true)
        let played = (TestRecording.drive(ticks: 9) + [bus]).flatMap {
            filter.process(StoredEvent(bytes: [], envelope: $0))
        }
        #expect(played.compactMap { $0.envelope.report?.control } == ["navbus"])
    }

    @Test func `a recording with a gap cannot be published unchanged`() {
        let events = TestRecording.drive(ticks: 9)
        func wholeRun(_ events: [Envelope]) -> UInt64? {
            var survey = ReplaySurvey()
            for event in events { survey.add(event) }
            return survey.wholeRun
        }
        #expect(wholeRun(events) == TestRecording.run)
        #expect(wholeRun(Array(events.dropFirst(3))) == TestRecording.run)
        #expect(wholeRun(events.filter { $0.sequence != 4 }) == nil)
    }

    @Test func `a subscriber is done when its count of events stays constant`() {
        func status(_ delivered: UInt64, age: Double, processID: Int32 = 1) -> ControlStatus {
            ControlStatus(
                control: "speech", state: .running, processID: processID, heartbeatAgeSeconds: age,
                vitals: ControlVitals(control: "speech", processID: 1, delivered: delivered))
        }
        var watch = DeliveryMonitor(now: 10) { $0 == 1 }
        func look(_ delivered: UInt64, age: Double, now: Double, processID: Int32 = 1) -> Bool {
            watch.check([status(delivered, age: age, processID: processID)], now: now)
        }
        #expect(!look(5, age: 0.9, now: 10.5), "a heartbeat from before the start does not count")
        #expect(!look(7, age: 0.1, now: 10.7))
        #expect(!look(7, age: 0.6, now: 11.2), "the same heartbeat again")
        #expect(!look(9, age: 0, now: 11.6), "it still receives events")
        #expect(!look(9, age: 0, now: 12.6), "the count was constant only once")
        #expect(look(9, age: 0, now: 13.6))
        watch = DeliveryMonitor(now: 20) { $0 == 1 }
        #expect(!look(9, age: 30, now: 50), "a subscriber that fetches many events sends no heartbeats")
        #expect(look(9, age: 61, now: 81), "a subscriber that hangs is ignored")
        #expect(look(9, age: 3, now: 23, processID: 2), "a subscriber that has ended is ignored")
    }

    // MARK: - Texts

    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (1_777_881_601_250_000_000, "2026-05-04T08:00:01.250Z"),
        (1_777_881_601_250_000_001, "2026-05-04T08:00:01.250000001Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
    ])
    func `a time is written in ISO 8601`(nanoseconds: Int64, text: String) {
        #expect(Timestamp(nanosecondsSinceEpoch: nanoseconds).iso8601 == text)
        if nanoseconds >= 0 { #expect(Timestamp(iso8601: text)?.nanosecondsSinceEpoch == nanoseconds) }
    }

    @Test(arguments: ["", "12:00", "2026-13-04T08:00:01Z", "2026-05-04T25:00:01Z", "2026-05-04 08:00:01x", "-1", "nan"])
    func `a text that is no time is refused as the start of a replay`(text: String) {
        #expect(ReplayStart(text) == nil)
    }

    @Test func `special characters of a format are quoted`() {
        #expect("a,\"b\"\r\n".csv == "\"a,\"\"b\"\"\r\n\"" && "plain".csv == "plain")
        #expect("<a & \"b\">\u{1}".xml == "&lt;a &amp; &quot;b&quot;&gt;")
        #expect("\"\\\n\u{2028}".json == "\"\\\"\\\\\\n\\u2028\"")
    }
}
