import NavigationEvents
import Testing

@testable import Positions

@Suite("Replaying recordings with a compass", .timeLimit(.minutes(1)))
struct CompassReplayTests {
    /// Five seconds, a gap, two seconds; with `count` headings after each fix.
    private static func drive(each count: Int) -> String {
        let compass = (0..<count).map { NMEAWriter.sentence("HCHDM,\($0).0,M") + "\r\n" }.joined()
        return (Array(0..<5) + [9, 10]).map {
            NMEAWriter.epoch(NMEAWriter.time(secondsOfDay: 28_800 + $0)) + compass
        }.joined()
    }

    @Test(arguments: [0, 1, 3, 10, 50]) func `headings do not change fixes, seconds and their order`(
        each count: Int
    ) async throws {
        let (plain, file) = (try TemporaryFile(Self.drive(each: 0)), try TemporaryFile(Self.drive(each: count)))
        let told = await CollectedEvents.from(NMEASource(file: file.path, pace: .max))
        #expect(told.headings.count == 7 * count)
        #expect(
            told.events.filter { !$0.isHeading }
                == (await CollectedEvents.from(NMEASource(file: plain.path, pace: .max))).events)
    }

    @Test(arguments: [ReplayPace.recorded, .factor(7.3), .max]) func `a replay is the same at any pace`(
        pace: ReplayPace
    ) async throws {
        let file = try TemporaryFile(Self.drive(each: 4))
        let all = await CollectedEvents.from(NMEASource(file: file.path, pace: .max)).events
        #expect(
            await CollectedEvents.from(NMEASource(file: file.path, pace: pace, clock: InstantClock())).events == all)
    }

    @Test func `headings are played between the fixes in order of time`() async throws {
        let file = try TemporaryFile(Self.drive(each: 4))
        let events = await CollectedEvents.from(NMEASource(file: file.path, pace: .max)).events
        let times = events.compactMap { event -> Timestamp? in
            switch event {
            case .fix(let fix): fix.time
            case .elapsed(let time): time
            case .heading(let heading): heading.time
            case .problem, .ended: nil
            }
        }
        #expect(times.count == events.count - 1)
        #expect(times == times.sorted())
    }

    @Test func `at the recorded pace headings and fixes take the time of the drive`() async throws {
        let file = try TemporaryFile(Self.drive(each: 4))
        let clock = InstantClock()
        _ = await CollectedEvents.from(NMEASource(file: file.path, clock: clock))
        // The last three headings are after the last fix.
        #expect(abs(clock.waits.reduce(0, +) - 10.75) < 1e-6)
        #expect(clock.waits.allSatisfy { $0 <= 1.000001 })
        #expect(clock.waits.prefix(8).allSatisfy { abs($0 - 0.25) < 1e-6 })
    }

    @Test func `a gap of a night is played as a quarter of an hour with all its headings`() async throws {
        let compass = String(repeating: NMEAWriter.sentence("HCHDM,5.0,M") + "\r\n", count: 500)
        let text = NMEAWriter.epoch("200000.00") + compass + NMEAWriter.epoch("080000.00", date: "050526")
        let file = try TemporaryFile(text)
        let clock = InstantClock()
        let told = await CollectedEvents.from(NMEASource(file: file.path, clock: clock))
        #expect(told.headings.count == 500)
        #expect(clock.waits.reduce(0, +) <= 900.01)
    }

    @Test func `a resumed replay skips the events received before, not counting headings`() async throws {
        let file = try TemporaryFile(Self.drive(each: 3))
        let source = NMEASource(file: file.path, pace: .max)
        let all = await CollectedEvents.from(source).events
        let counted = all.indices.filter { !all[$0].isHeading }
        for count in 0..<counted.count {
            var events: [PositionEvent] = []
            for await reading in source.readings(skipping: UInt64(count)) { events.append(reading.event) }
            let rest = count == 0 ? all[...] : all[(counted[count - 1] + 1)...]
            #expect(events == Array(rest))
        }
    }
}
