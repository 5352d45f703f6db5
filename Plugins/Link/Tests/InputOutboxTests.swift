import EventCodec
import NavigationEvents
import Testing

@testable import Link

@Suite("The inputs that wait for the log")
struct InputOutboxTests {
    private let session: Session
    private let other: Session

    init() throws {
        session = try #require(Session("vehicle-1"))
        other = try #require(Session("vehicle-2"))
    }

    private func input(_ session: Session, _ id: UInt64, isPosition: Bool = true, bytes: Int = 100) -> InputOutbox.Input
    {
        .init(
            session: session, id: id, bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: bytes),
            isPosition: isPosition, replyTo: "inbox.\(id)")
    }

    @Test func `positions share a message, and one message is under way at a time`() {
        var outbox = InputOutbox()
        for id in 1...3 as ClosedRange<UInt64> { let outcome1 = outbox.accept(input(session, id)); #expect(outcome1) }
        let message = outbox.next(now: 10, repeatSeconds: 1)
        #expect(message?.inputs.map(\.id) == [1, 2, 3])
        #expect(message?.replyTo == nil)
        _ = outbox.accept(input(session, 4))
        let outcome2 = outbox.next(now: 10.5, repeatSeconds: 1)
        #expect(outcome2 == nil)
        let outcome3 = outbox.next(now: 11, repeatSeconds: 1)
        #expect(outcome3?.number == 1, "the same message again")
        let outcome4 = outbox.confirm(7)
        #expect(outcome4.isEmpty)
        let outcome5 = outbox.confirm(1)
        #expect(outcome5.count == 3)
        let outcome6 = outbox.confirm(1)
        #expect(outcome6.isEmpty)
        let outcome7 = outbox.next(now: 11, repeatSeconds: 1)
        #expect(outcome7?.inputs.map(\.id) == [4])
    }

    @Test func `another request has a message of its own, with the subject for the reply, in its place in the order`() {
        var outbox = InputOutbox()
        for (id, isPosition) in [(1, true), (2, false), (3, true)] as [(UInt64, Bool)] {
            _ = outbox.accept(input(session, id, isPosition: isPosition))
        }
        var order: [[UInt64]] = []
        while let message = outbox.next(now: 0, repeatSeconds: 1) {
            order.append(message.inputs.map(\.id))
            if message.inputs.first?.id == 2 { #expect(message.replyTo == "inbox.2") }
            _ = outbox.confirm(message.number)
        }
        #expect(order == [[1], [2], [3]])
    }

    @Test func `a full queue drops the oldest position of the same session, and refuses when there is none`() {
        var outbox = InputOutbox()
        _ = outbox.accept(input(other, 1))
        for id in 2...UInt64(InputOutbox.maxWaiting) { _ = outbox.accept(input(session, id)) }
        let outcome8 = outbox.accept(input(session, 9999))
        #expect(outcome8)
        #expect(outbox.dropped == 1)
        #expect(outbox.waitingCount == InputOutbox.maxWaiting)
        let outcome9 = outbox.accept(input(other, 10000))
        #expect(outcome9)
        let first = outbox.next(now: 0, repeatSeconds: 1)
        #expect(first?.inputs.first?.id == 3)
        var full = InputOutbox()
        for id in 1...UInt64(InputOutbox.maxWaiting) { _ = full.accept(input(session, id, isPosition: false)) }
        let outcome10 = full.accept(input(other, 1))
        #expect(!outcome10)
    }

    @Test func `a message has at most 64 KiB, unless one request is larger`() {
        var outbox = InputOutbox()
        for id in 1...100 as ClosedRange<UInt64> { _ = outbox.accept(input(session, id, bytes: 1000)) }
        _ = outbox.accept(input(session, 101, bytes: 200_000))
        var sizes: [Int] = []
        while let message = outbox.next(now: 0, repeatSeconds: 1) {
            sizes.append(message.list.count)
            _ = outbox.confirm(message.number)
        }
        #expect(sizes.dropLast().allSatisfy { $0 <= RequestList.maxBytes })
        #expect(sizes.last ?? 0 > 200_000)
    }
}
