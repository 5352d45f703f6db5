import BusTestSupport
import EventCodec
import Glibc
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import EventBus

@Suite("Asking the bus for its status, without waiting")
struct StatusInquiryTests {
    private static func status(_ run: UInt64) -> BusStatus { BusStatus(run: run, processID: 1, uptimeSeconds: 1) }

    @Test func `the newest answer is returned once`() {
        var inquiry = StatusInquiry()
        inquiry.asked(5)
        let (isOpen, isEarly) = (inquiry.isOpen, inquiry.hasNewAnswer())
        #expect(isOpen && !isEarly)
        let isTaken = inquiry.handle(ReplyFrame(id: 5, reply: .status(Self.status(1))))
        let told = [inquiry.hasNewAnswer(), inquiry.hasNewAnswer()]
        let statuses = [inquiry.takeStatus(), inquiry.takeStatus()]
        #expect(isTaken && !inquiry.isOpen)
        #expect(told == [true, false])
        #expect(statuses == [Self.status(1), nil])
    }

    @Test func `a slow bus may answer an earlier request`() {
        var inquiry = StatusInquiry()
        inquiry.asked(5)
        inquiry.asked(9)
        let isFirstTaken = inquiry.handle(ReplyFrame(id: 5, reply: .status(Self.status(1))))
        #expect(isFirstTaken && inquiry.isOpen)
        let isSecondTaken = inquiry.handle(ReplyFrame(id: 9, reply: .status(Self.status(2))))
        #expect(isSecondTaken && !inquiry.isOpen)
        let status = inquiry.takeStatus()
        #expect(status == Self.status(2))
    }

    @Test func `answers to other requests are ignored`() {
        var inquiry = StatusInquiry()
        var taken = [inquiry.handle(ReplyFrame(id: 5, reply: .status(Self.status(1))))]
        inquiry.asked(5)
        inquiry.asked(9)
        taken.append(inquiry.handle(ReplyFrame(id: 7, reply: .done)))
        taken.append(inquiry.handle(ReplyFrame(id: 10, reply: .status(Self.status(1)))))
        #expect(inquiry.isOpen)
        let refusal = RequestError(code: .throttled, text: "wait")
        taken.append(inquiry.handle(ReplyFrame(id: 9, reply: .refused(refusal))))
        let status = inquiry.takeStatus()
        #expect(taken == [false, false, false, false])
        #expect(!inquiry.isOpen && status == nil)
    }

    @Test func `the answer ends a wait`() async throws {
        let bus = try TestBus()
        let status = try await onThread {
            let client = try bus.client()
            try client.join(.make(), timeout: .seconds(20))
            while try client.next(timeout: .zero) != nil {}
            #expect(try client.askForStatus())
            #expect(try client.next() == nil)
            return try client.takeStatus()
        }
        let run = bus.server.run
        #expect(status?.run == run)
        await bus.server.close()
    }

    @Test func `the answer arrives during a flood`() async throws {
        let bus = try TestBus()
        let count = 6000
        let (hasAsked, isFlooded) = (Latch(), Latch())
        async let outcome = onThread { () -> (BusStatus?, Int) in
            defer { hasAsked.open() }
            let client = try bus.subscriber([.onGPS])
            #expect(try client.askForStatus())
            hasAsked.open()
            while !isFlooded.isOpen { usleep(1000) }
            for taken in 0..<count {
                if let status = try client.takeStatus() { return (status, taken) }
                _ = try client.next(timeout: .seconds(10))
            }
            return (nil, count)
        }
        while !hasAsked.isOpen { await Task.yield() }
        await bus.server.pump(count)
        isFlooded.open()
        let (status, taken) = try await outcome
        let run = bus.server.run
        #expect(status?.run == run && taken < count, "after \(taken) of \(count) events")
        await bus.server.close()
    }
}

/// An event that happens once.
private final class Latch: Sendable {
    private let state = Mutex(false)
    var isOpen: Bool { state.withLock(\.self) }
    func open() { state.withLock { $0 = true } }
}
