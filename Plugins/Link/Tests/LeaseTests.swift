import Testing

@testable import Link

@Suite("The trust of a worker in its lease")
struct LeaseTests {
    @Test func `a lease is trusted from a renewal until shortly before the others see its end`() {
        var lease = Lease()
        #expect(!lease.isTrusted(now: 10))
        lease.renew(sentAt: 10, now: 10.1)
        #expect(lease.mustGiveUp && !lease.isTrusted(now: 10.1))
        lease.giveUp()
        #expect(lease.isTrusted(now: 13.9) && !lease.isTrusted(now: 14))
        lease.renew(sentAt: 13.5, now: 13.9)
        #expect(lease.isTrusted(now: 17.4) && !lease.isTrusted(now: 17.5))
    }

    @Test(arguments: [13.9, 14.5]) func `partitions are given up after each gap in the trust`(sentAt: Double) {
        var lease = Lease()
        lease.renew(sentAt: 10, now: 10)
        lease.giveUp()
        // Events that came at 14.2 were dropped.
        lease.renew(sentAt: sentAt, now: 14.6)
        #expect(lease.mustGiveUp && !lease.isTrusted(now: 14.6))
        lease.giveUp()
        #expect(lease.isTrusted(now: 14.6))
    }
}
