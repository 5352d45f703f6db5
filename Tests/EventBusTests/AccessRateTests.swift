import Testing

@testable import EventBus

@Suite struct AccessRateTests {
    private let second: UInt64 = 1_000_000_000

    @Test func aBurstOfTwiceTheRatePassesAndThenTheRate() {
        var bucket = TokenBucket(perSecond: 100, now: 0)
        #expect((1...300).count { _ in bucket.take(1, now: 0) } == 200)
        #expect((1...300).count { _ in bucket.take(1, now: second) } == 100)
        #expect((1...300).count { _ in bucket.take(1, now: 100 * second) } == 200, "no more is saved up than a burst")
    }

    @Test func somethingDearerThanTheBucketPassesWhenItIsFull() {
        var bucket = TokenBucket(perSecond: 10, now: 0)
        let taken = [1000, 1].map { bucket.take($0, now: 0) }
        #expect(taken == [true, false])
    }

    @Test func aClockThatGoesBackGivesNothing() {
        var bucket = TokenBucket(perSecond: 1, now: 10 * second)
        #expect((1...5).count { _ in bucket.take(1, now: 0) } == 2)
    }

    @Test func whoGoesOnIsToldSeldomAndThenCutOff() {
        var book = AccessBook(
            policy: AccessPolicy(ownUser: 1, processes: InventedProcesses()), mostPeers: 10, requestsPerSecond: 10)
        let peer = PeerIdentity.local(user: 1, process: 2)
        let admissions = (1...2021).map { _ in book.admit(peer, bytes: 10, now: second) }
        #expect(admissions.prefix(20).allSatisfy { $0 == .take })
        #expect(admissions.count { $0 == .refuse } == 20)
        #expect(admissions.last == .cut)
        #expect(
            book.admit(.local(user: 1, process: 3), bytes: 10, now: second) == .take, "others have their own account")
    }

    @Test func whoMendsItsStreamMayAskMuchOftener() {
        var book = AccessBook(
            policy: AccessPolicy(ownUser: 1, processes: InventedProcesses()), mostPeers: 10, requestsPerSecond: 10)
        let peer = PeerIdentity.local(user: 1, process: 2)
        let taken = (1...1000).count { _ in
            defer { book.refundRepair(peer) }
            return book.admit(peer, bytes: 10, now: second) == .take
        }
        #expect(taken > 300)
    }

    @Test func thoseWhoHaveSaidNothingGoFirstWhenThereAreTooMany() {
        var connections = Connections(most: 4)
        let places = (1...6).map { Connections.Place(gate: .requests, descriptor: $0) }
        let first = connections.accepted(places[0])
        connections.identified(places[0], as: .key("a"))
        let excess = places[1...3].map { connections.accepted($0) }
        #expect(first == nil)
        #expect(excess == [nil, nil, places[1]], "the one that has had the most time to speak")
    }
}
