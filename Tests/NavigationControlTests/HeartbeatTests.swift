import NavigationEvents
import Testing

@testable import NavigationControl

@Suite struct HeartbeatTests {
    private static let second: UInt64 = 1_000_000_000
    private var heartbeat = Heartbeat(at: 100 * second, isOnThisMachine: true)

    private mutating func expectSilence(_ isTold: Bool, at now: UInt64, location: SourceLocation = #_sourceLocation) {
        let tells = heartbeat.isSilenceDue(at: now)
        #expect(tells == isTold, sourceLocation: location)
    }

    @Test mutating func `a heartbeat is due at once, then about once a second, and missed ones are not sent later`() {
        let beats = [100.0, 100.5, 100.89, 100.9, 101.5, 107, 107.5, 108].map { seconds in
            heartbeat.isDue(at: UInt64(seconds * 1e9))
        }
        #expect(beats == [true, false, false, true, false, true, false, true])
        #expect(heartbeat.nanosecondsToWait(at: 108 * Self.second + 1) == Heartbeat.intervalNanoseconds - 1)
        #expect(heartbeat.nanosecondsToWait(at: 200 * Self.second) == 0)
    }

    @Test mutating func `the latency is measured from publishing to the callback`() {
        heartbeat.noteEvent(publishedAt: 101 * Self.second, now: 101 * Self.second + 80_000)
        #expect(heartbeat.delivered == 1)
        #expect(heartbeat.latency.count == 1)
        #expect(heartbeat.latency.counts[1] == 1, "80 µs lie between 50 and 100")
    }

    @Test mutating func `reports of controls count as events, but do not end a silence`() {
        heartbeat.noteEvent(publishedAt: 104 * Self.second, now: 104 * Self.second, endsSilence: false)
        #expect(heartbeat.delivered == 1)
        expectSilence(true, at: 105 * Self.second)
    }

    @Test mutating func `the snapshot of a late joiner does not count for the latency`() {
        heartbeat.noteEvent(publishedAt: 99 * Self.second, now: 101 * Self.second)
        heartbeat.noteNewState(now: 110 * Self.second)
        heartbeat.noteEvent(publishedAt: 109 * Self.second, now: 111 * Self.second)
        #expect(heartbeat.delivered == 2)
        #expect(heartbeat.latency.count == 0)
    }

    @Test func `the latency of a bus on another machine is not measured`() {
        var far = Heartbeat(at: 0, isOnThisMachine: false)
        far.noteEvent(publishedAt: 5, now: 10)
        #expect(far.delivered == 1 && far.latency.count == 0)
    }

    @Test mutating func `five seconds without events are a silence`() {
        expectSilence(false, at: 104 * Self.second)
        expectSilence(true, at: 105 * Self.second)
        heartbeat.noteEvent(publishedAt: 0, now: 105 * Self.second)
        expectSilence(false, at: 109 * Self.second)
        expectSilence(true, at: 110 * Self.second)
    }

    @Test mutating func `a lasting silence is reported again every eight seconds`() {
        let told = (100..<150).filter { heartbeat.isSilenceDue(at: $0 * Self.second) }
        #expect(told == [105, 113, 121, 129, 137, 145])
    }
}
