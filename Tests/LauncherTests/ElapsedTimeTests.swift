import NavigationEvents
import Testing

@testable import Launcher

@Suite struct ElapsedTimeTests {
    private static func second(_ number: Int64) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: number * 1_000_000_000)
    }

    @Test func `a cue that becomes due in a tunnel advances the clock, which then stands until something later`() {
        var clock = ElapsedTime()
        #expect(clock.text == "00:00")
        clock.advance(to: Self.second(1000))
        clock.advance(to: Self.second(1658))
        #expect(clock.text == "10:58")
        clock.advance(atLeastTo: Self.second(1710))
        clock.advance(atLeastTo: Self.second(1658))
        #expect(clock.text == "11:50")
        clock.advance(to: Self.second(1736))
        #expect(clock.text == "12:16")
    }
}
