import NavigationEvents
import Platform
import Testing

@testable import Positions

@Suite("Replaying recordings", .timeLimit(.minutes(1)))
struct ReplayTests {
    @Test func `without a free thread the stream reports a problem and ends`() async {
        let stream = PositionPipe.stream(start: { _ in false }, { _ in Issue.record("there is no thread to read on") })
        var events: [PositionEvent] = []
        for await event in stream { events.append(event) }
        #expect(events == [.problem(.noThread), .ended])
    }

    @Test func `a recording is played at its own pace`() async throws {
        let file = try TemporaryFile(NMEAWriter.recording(seconds: 0..<4))
        let clock = InstantClock()
        let told = await CollectedEvents.from(NMEASource(file: file.path, clock: clock))
        #expect(told.fixes.count == 4)
        #expect(clock.waits.map { ($0 * 100).rounded() / 100 } == [1, 1, 1])
        #expect(told.events.last == .ended)
    }

    @Test(
        arguments: [ReplayPace.factor(20), .max])
    func `pace twenty shortens times twentyfold and maximum pace to zero`(pace: ReplayPace) async throws {
        let file = try TemporaryFile(NMEAWriter.recording(seconds: 0..<4))
        let clock = InstantClock()
        let told = await CollectedEvents.from(NMEASource(file: file.path, pace: pace, clock: clock))
        #expect(told.fixes.count == 4)
        #expect(
            clock.waits.map { ($0 * 100).rounded() / 100 } == (pace == .max ? [] : [0.05, 0.05, 0.05]))
    }

    @Test func `in a gap the seconds pass`() async throws {
        let file = try TemporaryFile(
            NMEAWriter.recording(seconds: 0..<2) + NMEAWriter.recording(seconds: 6..<7))
        let told = await CollectedEvents.from(NMEASource(file: file.path, pace: .max))
        #expect(told.elapsed == (2...5).map { eight($0) })
        #expect(told.fixes.count == 3)
    }

    @Test func `a gap of a night is played as a quarter of an hour`() async throws {
        let text = NMEAWriter.epoch("200000.00") + NMEAWriter.epoch("080000.00", date: "050526")
        let file = try TemporaryFile(text)
        let clock = InstantClock()
        let told = await CollectedEvents.from(NMEASource(file: file.path, clock: clock))
        #expect(told.fixes.count == 2)
        #expect(told.elapsed.count < 900)
        #expect(clock.waits.reduce(0, +) <= 900.01)
    }

    @Test func `times that run backwards or stand still are played immediately`() async throws {
        let text =
            NMEAWriter.epoch("080005.00") + NMEAWriter.epoch("080003.00") + NMEAWriter.epoch("080004.00")
        let file = try TemporaryFile(text)
        let told = await CollectedEvents.from(NMEASource(file: file.path, pace: .max))
        #expect(told.fixes.map(\.time) == [5, 3, 4].map { eight($0) })
    }

    @Test func `a slow consumer loses nothing of a recording and little of it is queued`() async throws {
        let file = try TemporaryFile(NMEAWriter.recording(seconds: 0..<3000))
        var seconds: [Int] = []
        for await event in NMEASource(file: file.path, pace: .max).positions() {
            if case .fix(let fix) = event { seconds.append(Int(fix.time.seconds(since: eight(0)))) }
            if seconds.count % 100 == 0 { await Task.yield() }
        }
        #expect(seconds == Array(0..<3000))
    }

    @Test func `a full queue blocks the reader until the consumer goes`() async {
        let pipe = PositionPipe()
        let home = OneTimeValue()
        _ = startThread("positions") {
            var sent = 0
            while pipe.send(.ended) { sent += 1 }
            home.set(sent)
        }
        #expect(await pipe.next()?.event == .ended)
        pipe.close()
        let sent = await home.value
        #expect(sent <= PositionPipe.capacity + 2)
        #expect(await pipe.next() == nil)
    }

    @Test func `leaving the loop ends the reader even during a wait`() async throws {
        let file = try TemporaryFile(
            NMEAWriter.recording(seconds: 0..<2) + NMEAWriter.recording(seconds: 500..<501))
        let clock = BlockingClock()
        let told = await CollectedEvents.from(NMEASource(file: file.path, clock: clock)) { $0.fixes.count == 1 }
        #expect(told.fixes.count == 1)
        _ = await clock.ended.value
    }

    @Test func `a cancelled consumer receives its end`() async throws {
        let file = try TemporaryFile(NMEAWriter.recording(seconds: 0..<2))
        let source = NMEASource(file: file.path, clock: BlockingClock())
        let listening = Task { await CollectedEvents.from(source) }
        listening.cancel()
        #expect(await listening.value.fixes.count <= 1)
    }

    @Test func `a missing file is a clear problem and an end`() async {
        for source in [
            NMEASource(file: "/nowhere/drive.nmea") as any PositionSource,
            GPXSource(file: "/nowhere/a.gpx"),
        ] {
            var events: [PositionEvent] = []
            for await event in source.positions() { events.append(event) }
            #expect(events.count == 2)
            guard case .problem(let problem) = events.first else {
                Issue.record("\(events)")
                return
            }
            #expect("\(problem)".contains("No such file"))
        }
    }

    @Test func `a recording without a fix is reported`() async throws {
        let file = try TemporaryFile("# nothing\n")
        #expect(await CollectedEvents.from(NMEASource(file: file.path)).problems == [.noFixes(source: file.path)])
    }

    @Test func `a wrong checksum is reported with its line and the rest is played`() async throws {
        let file = try TemporaryFile(
            NMEAWriter.recording(seconds: 0..<1) + "$GPRMC,080001.00,A*00\n"
                + NMEAWriter.recording(seconds: 1..<2))
        let told = await CollectedEvents.from(NMEASource(file: file.path, pace: .max))
        #expect(told.fixes.count == 2)
        guard case .badLine(file.path, 3, let reason, 1) = told.problems.first else {
            Issue.record("\(told.problems)")
            return
        }
        #expect(reason.contains("checksum"))
    }

    @Test(
        arguments: [
            ("max", ReplayPace?.some(.max)), ("20", .factor(20)), ("0.5", .factor(0.5)), ("0", nil),
            ("-1", nil), ("x", nil), ("nan", nil),
        ])
    func `a pace is parsed from its text`(text: String, pace: ReplayPace?) {
        #expect(ReplayPace(text) == pace)
    }
}

/// Seconds after eight o'clock.
private func eight(_ seconds: Int) -> Timestamp { clock(8, 0, Double(seconds)) }
