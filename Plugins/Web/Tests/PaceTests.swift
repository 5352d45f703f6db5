import Platform
import TestSupport
import Testing

@testable import Web

@Suite("The rate of states")
struct PaceTests {
    @Test func `a change after a pause is sent at once`() {
        var pace = Pace()
        pace.changed(at: 5)
        #expect(pace.next == 5)
        let isSent = pace.take(at: 5)
        #expect(isSent)
        #expect(pace.next == nil)
    }

    @Test func `a delayed change is sent with an urgent one`() {
        var pace = Pace()
        pace.changed(at: 5, seenWithin: 0.05)
        #expect(pace.next == 5.05)
        pace.changed(at: 5.001)
        #expect(pace.next == 5.001)
    }

    @Test func `many changes give ten states a second`() {
        var generator = SplitMix64.announced(for: "pace")
        for _ in 0..<20 {
            var (pace, now, sent) = (Pace(), 0.0, 0)
            while now < 10 {
                now += Double.random(in: 0...0.03, using: &generator)
                pace.changed(at: now)
                if pace.take(at: now) { sent += 1 }
            }
            #expect((80...101).contains(sent))
        }
    }

    @Test func `ten changes a second with jitter are all sent without delay`() {
        var generator = SplitMix64.announced(for: "shaking pace")
        var pace = Pace()
        for index in 1...100 {
            let now = Double(index) / 10 + Double.random(in: 0...0.01, using: &generator)
            pace.changed(at: now)
            let isSent = pace.take(at: now)
            #expect(isSent)
        }
    }
}
