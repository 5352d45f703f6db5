import Platform
import Testing

struct ClockTests {
    @Test(arguments: [
        (0.0, "00:00"), (59.99, "00:59"), (65, "01:05"), (3599, "59:59"), (3754, "1:02:34"), (-3, "00:00"),
        (.nan, "00:00"), (.infinity, "00:00"),
    ])
    func `a duration is shown as on a clock`(seconds: Double, text: String) {
        #expect(ClockText.text(seconds: seconds) == text)
    }

    @Test func `seconds between instants have a sign, also between the first and the last instant`() {
        let (early, late) = (MonotonicInstant(nanoseconds: 1_500_000_000), MonotonicInstant(nanoseconds: 4_000_000_000))
        #expect(late.seconds(since: early) == 2.5)
        #expect(early.seconds(since: late) == -2.5)
        #expect(early < late)
        #expect(late.milliseconds == 4000)
        #expect(MonotonicInstant(nanoseconds: .max).seconds(since: MonotonicInstant(nanoseconds: 0)) > 1.8e10)
    }

    @Test func `the monotonic clock advances, and is not ahead of the clock that counts sleep`() {
        let (first, second) = (MonotonicInstant.now, MonotonicInstant.now)
        #expect(first <= second)
        #expect(second.nanoseconds <= WallClock.nanosecondsSinceBoot)
        #expect(WallClock.nanosecondsSinceEpoch > 1_700_000_000_000_000_000)
    }

    @Test func `random numbers are those that the authors of the generator published`() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }
}
