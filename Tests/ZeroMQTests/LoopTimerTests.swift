import Platform
import Testing

@testable import ZeroMQ

@Suite struct LoopTimerTests {
    private final class Count { var calls = 0 }

    private static func milliseconds(_ milliseconds: UInt64, after now: UInt64) -> UInt64 {
        now + milliseconds * 1_000_000
    }

    @Test func `a timer is called once when it is due`() {
        let count = Count()
        let timer = LoopTimer { count.calls += 1 }
        let now = MonotonicInstant.now.nanoseconds
        timer.runIfDue(Self.milliseconds(1_000_000, after: now))
        #expect(count.calls == 0, "it has no time")
        timer.call(afterMilliseconds: 100_000)
        timer.runIfDue(Self.milliseconds(99_000, after: now))
        #expect(count.calls == 0)
        for _ in 0..<2 { timer.runIfDue(Self.milliseconds(101_000, after: now)) }
        #expect(count.calls == 1)
    }

    @Test(arguments: [false, true]) func `a call may come earlier with other work`(isSelective: Bool) {
        let count = Count()
        let timer = LoopTimer(isSelective: isSelective) { count.calls += 1 }
        let now = MonotonicInstant.now.nanoseconds
        timer.call(afterMilliseconds: 100_000, orWithOtherWorkAfterMilliseconds: 50_000)
        timer.shareWakeUp()
        timer.runIfDue(Self.milliseconds(49_000, after: now))
        #expect(count.calls == 0, "it is too early, and the offer is over")
        timer.runIfDue(Self.milliseconds(51_000, after: now))
        #expect(count.calls == (isSelective ? 0 : 1))
        timer.shareWakeUp()
        timer.runIfDue(Self.milliseconds(51_000, after: now))
        #expect(count.calls == 1)
    }
}
