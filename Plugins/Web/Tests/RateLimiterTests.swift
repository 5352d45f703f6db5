import Platform
import TestSupport
import Testing

@testable import Web

@Suite("The rate of states")
struct RateLimiterTests {
    @Test func `a change after a pause is sent at once`() {
        var rateLimiter = RateLimiter()
        rateLimiter.changed(at: 5)
        #expect(rateLimiter.next == 5)
        let isSent = rateLimiter.take(at: 5)
        #expect(isSent)
        #expect(rateLimiter.next == nil)
    }

    @Test func `a delayed change is sent with an urgent one`() {
        var rateLimiter = RateLimiter()
        rateLimiter.changed(at: 5, seenWithin: 0.05)
        #expect(rateLimiter.next == 5.05)
        rateLimiter.changed(at: 5.001)
        #expect(rateLimiter.next == 5.001)
    }

    @Test func `many changes give ten states a second`() {
        var generator = SplitMix64.announced(for: "pace")
        for _ in 0..<20 {
            var (rateLimiter, now, sent) = (RateLimiter(), 0.0, 0)
            while now < 10 {
                now += Double.random(in: 0...0.03, using: &generator)
                rateLimiter.changed(at: now)
                if rateLimiter.take(at: now) { sent += 1 }
            }
            #expect((80...101).contains(sent))
        }
    }

    @Test func `ten changes a second with jitter are all sent without delay`() {
        var generator = SplitMix64.announced(for: "shaking pace")
        var rateLimiter = RateLimiter()
        for index in 1...100 {
            let now = Double(index) / 10 + Double.random(in: 0...0.01, using: &generator)
            rateLimiter.changed(at: now)
            let isSent = rateLimiter.take(at: now)
            #expect(isSent)
        }
    }
}
