import Access
import Testing
import ZeroMQ

@testable import EventBus

@Suite struct AccessRateTests {
    private let second: UInt64 = 1_000_000_000

    @Test func `a burst of twice the rate passes and then the rate`() {
        var bucket = TokenBucket(perSecond: 100, now: 0)
        #expect((1...300).count { _ in bucket.take(1, now: 0) } == 200)
        #expect((1...300).count { _ in bucket.take(1, now: second) } == 100)
        #expect((1...300).count { _ in bucket.take(1, now: 100 * second) } == 200, "at most a burst is saved")
    }

    @Test func `a cost above the capacity passes when the bucket is full`() {
        var bucket = TokenBucket(perSecond: 10, now: 0)
        let taken = [1000, 1].map { bucket.take($0, now: 0) }
        #expect(taken == [true, false])
    }

    @Test func `a clock that is set back adds no tokens`() {
        var bucket = TokenBucket(perSecond: 1, now: 10 * second)
        #expect((1...5).count { _ in bucket.take(1, now: 0) } == 2)
    }

    @Test func `a peer above its rate gets few refusals and is then disconnected`() {
        let admissionControl = AdmissionControl(
            policy: AccessPolicy(ownUser: 1, processes: KernelProcessTable()), requestsPerSecond: 10)
        let peer = PeerIdentity.local(user: 1, process: 2)
        let admissions = (1...2021).map { _ in admissionControl.admit(peer, bytes: 10, now: second) }
        #expect(admissions.prefix(20).allSatisfy { $0 == .accept })
        #expect(admissions.count { $0 == .refuse } == 20)
        #expect(admissions.last == .cut)
        #expect(
            admissionControl.admit(.local(user: 1, process: 3), bytes: 10, now: second) == .accept,
            "each peer has its own account")
    }

    @Test func `requests for missed events cost less than others`() {
        let admissionControl = AdmissionControl(
            policy: AccessPolicy(ownUser: 1, processes: KernelProcessTable()), requestsPerSecond: 10)
        let peer = PeerIdentity.local(user: 1, process: 2)
        let taken = (1...1000).count { _ in
            defer { admissionControl.chargeRepair(peer, bytes: 10) }
            return admissionControl.admit(peer, bytes: 10, now: second) == .accept
        }
        #expect(taken > 300)
        let dear = (1...1000).count { _ in
            defer { admissionControl.chargeRepair(peer, bytes: 4 * 1024 * 1024) }
            return admissionControl.admit(peer, bytes: 10, now: 100 * second) == .accept
        }
        #expect(dear == 1, "an answer as large as sixty-four requests costs as much")
    }

    @Test func `a text to be spoken costs more than another request`() {
        let admissionControl = AdmissionControl(
            policy: AccessPolicy(ownUser: 1, processes: KernelProcessTable()), requestsPerSecond: 80)
        let peer = PeerIdentity.local(user: 1, process: 2)
        let taken = (1...200).count { _ in
            guard admissionControl.admit(peer, bytes: 8000, now: second) == .accept else { return false }
            admissionControl.chargeSpokenText(peer)
            return true
        }
        #expect(taken == 20)
    }

    @Test func `too much memory ends requesters first, then all connections`() {
        var watch = MemoryMonitor(residentBytes: 100, journalBytes: 10, maxExtraBytes: 50)
        let calm = [140, 145].map { watch.check(residentBytes: $0, ownBytes: 5, now: 0) }
        #expect(calm == [.nothing, .nothing] && !watch.isShort)
        let above = (1...12).map { watch.check(residentBytes: 146, ownBytes: 5, now: $0 * 1_000_000_000) }
        #expect(Array(above.prefix(2)) == [.inspectConnections, .inspectConnections])
        #expect(above[2...9].allSatisfy { $0 == .endRequesters })
        #expect(above[10...].allSatisfy { $0 == .endAllIdle })
        #expect(watch.isShort)
        let later = watch.check(residentBytes: 146, ownBytes: 6, now: 20_000_000_000)
        #expect(later == .nothing && !watch.isShort)
        var boundless = MemoryMonitor(residentBytes: 100, journalBytes: 0, maxExtraBytes: .max)
        let never = boundless.check(residentBytes: .max, ownBytes: 5, now: 0)
        #expect(never == .inspectConnections)
    }

    @Test func `the oldest silent connection is ended first`() {
        var connections = Connections(maxCount: 4, ownUser: 1)
        let ids = (1...6).map { Connections.ID(busSocket: .requests, descriptor: $0) }
        let first = connections.accepted(ids[0], now: 0)
        let isWelcome = connections.identified(ids[0], as: .key("a"), now: 0)
        let excess = ids[1...3].map { connections.accepted($0, now: UInt64($0.descriptor) * 300_000_000) }
        #expect(first == nil && isWelcome)
        #expect(excess == [nil, nil, ids[1]], "the one with the longest time to introduce itself")
    }

    @Test func `the origin with the most silent connections loses one first`() {
        var connections = Connections(maxCount: 512, ownUser: 1)
        let (storm, other) = (ConnectionOrigin.address([10, 0, 0, 1]), ConnectionOrigin.address([10, 0, 0, 2]))
        let quiet = Connections.ID(busSocket: .remoteRequests, descriptor: 1)
        let isRefused = connections.accepted(quiet, from: other, now: 0) != nil
        var cut: [Connections.ID] = []
        for number in 2..<2000 {
            let id = Connections.ID(
                busSocket: number.isMultiple(of: 2) ? .remoteEvents : .remoteRequests, descriptor: Int32(number))
            guard let excess = connections.accepted(id, from: storm, now: UInt64(number)) else { continue }
            connections.ended(excess)
            cut.append(excess)
        }
        #expect(!isRefused && !cut.contains(quiet))
        #expect(connections.count == 16, "of those without a message")
        let late = connections.late(now: 1_000_000_000)
        #expect(late.count == 16)
    }

    @Test func `an unfinished message is detected by its bytes`() {
        let millisecond: UInt64 = 1_000_000
        var port = UnfinishedMessageDetector()
        let steady = [1000, 60_000, 190_000].map { port.note(.init(unreadBytes: 0, receivedBytes: $0), now: 0) }
        let excess = [200_000, 200_000].map { port.note(.init(unreadBytes: 0, receivedBytes: $0), now: 0) }
        #expect(steady == [false, false, false] && excess == [false, true])
        port.messageReceived()
        let later = port.note(.init(unreadBytes: 0, receivedBytes: 200_000), now: 0)
        #expect(!later)
        let aDay = (1...2).map { _ in
            port.note(.init(unreadBytes: 0, receivedBytes: 9_000_000), now: 86_400_000 * millisecond)
        }
        #expect(aDay == [false, false], "heartbeats are no message")
        var small = UnfinishedMessageDetector()
        let pause = [0, 100, 1400, 1600].map { small.note(.init(unreadBytes: $0 == 0 ? 7 : 0), now: $0 * millisecond) }
        #expect(pause == [false, false, false, true])
        var read = UnfinishedMessageDetector()
        let looks = [60_000, 0, 60_000, 0, 0].map { read.note(.init(unreadBytes: $0), now: 0) }
        #expect(looks == [false, false, false, false, true], "more bytes were read than a frame has")
    }

    @Test(
        arguments: [
            (PeerIdentity.key("a"), 8), (.local(user: 7, process: 3), 8), (.local(user: 1, process: 3), 40),
            (.local(user: 0, process: 3), 40),
        ])
    func `one key or other user cannot use all connections`(_ peer: PeerIdentity, _ most: Int) {
        var connections = Connections(maxCount: 64, ownUser: 1)
        let ids = (1...41).map { Connections.ID(busSocket: .requests, descriptor: $0) }
        let welcome = ids.prefix(40).map { id in
            _ = connections.accepted(id, now: 0)
            return connections.identified(id, as: peer, now: 0)
        }
        #expect(welcome.count { $0 } == most)
        for id in ids.prefix(40).dropFirst(most - 1) { connections.ended(id) }
        _ = connections.accepted(ids[40], now: 0)
        let isWelcomeAgain = connections.identified(ids[40], as: peer, now: 0)
        #expect(isWelcomeAgain, "after it has fewer")
    }

    @Test func `the end of an unknown subscription frees nothing`() {
        var connections = Connections(maxCount: 4, ownUser: 1)
        let id = Connections.ID(busSocket: .events, descriptor: 1)
        _ = connections.accepted(id, now: 0)
        let numbers = (1...3).map { number in
            connections.unsubscribed(id, from: [0, UInt8(number)])
            return connections.subscribed(id, to: [UInt8(number)])
        }
        #expect(numbers == [1, 2, 3])
        connections.unsubscribed(id, from: [2])
        let again = connections.subscribed(id, to: [3])
        #expect(again == 2)
    }
}
