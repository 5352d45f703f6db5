import TestSupport
import BusTestSupport
import NavigationEvents
import Synchronization
import Testing

@testable import EventBus

@Suite struct TopicListenerTests {
    private let other = Session("other") ?? .main

    @Test func `a listener gets the topics of every session and nothing else`() async throws {
        let bus = try TestBus(sessions: [.main, other])
        let listener = try await bus.listener([.onNavigation])
        for number in 1...3 {
            await bus.server.publish(.gps(.make(number)), tick: UInt64(number))
            await bus.server.publish(.navigation(.make(number)), session: .main, tick: UInt64(number))
            await bus.server.publish(.navigation(.make(number)), session: other, tick: UInt64(number))
            await bus.server.publish(.navigationStopped(.requested), session: other, tick: UInt64(number))
        }
        let heard = try await onThread { try listener.take(6) }
        #expect(heard.map(\.session) == [.main, other, .main, other, .main, other])
        #expect(heard.allSatisfy { $0.event.topic == .onNavigation })
        #expect(heard.map(\.tick) == [1, 1, 2, 2, 3, 3])
        await bus.server.close()
    }

    @Test func `a wake up ends the wait`() async throws {
        let bus = try TestBus()
        let listener = try await bus.listener([.onNavigation])
        listener.value.wakeup.wake()
        #expect(try await onThread { try listener.value.next() } == nil)
        await bus.server.close()
    }

    @Test func `requests are answered`() async throws {
        let bus = try TestBus()
        let listener = try await bus.listener([.onNavigation])
        let answer = RouteAnswer(number: 1, outcome: .failure("find a way"))
        #expect(try await onThread { try listener.value.request(.answerRoute(.main, answer)) } == .done)
        await bus.server.close()
    }

    @Test func `a listener gets the events of a restarted bus`() async throws {
        let bus = try TestBus()
        let listener = try await bus.listener([.onNavigation])
        await bus.server.publish(.navigation(.make(1)), tick: 1)
        #expect(try await onThread { try listener.take(1) }.map(\.tick) == [1])
        await bus.server.close()
        let next = try TestBus(folder: bus.folder)
        let heard = Task { try await onThread { try listener.take(1) } }
        // The listener does not report when it has found the new bus, but its events show it.
        var number = 1
        while listener.taken < 2 {
            number += 1
            await next.server.publish(.navigation(.make(number)), tick: UInt64(number))
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await heard.value.count == 1)
        await next.server.close()
    }

    @Test func `a listener that has not joined gets an error`() throws {
        let listener = try TopicListener(requests: "ipc:///nowhere/requests", topics: [.onGPS])
        #expect(throws: BusError.self) { try listener.next(timeout: .zero) }
    }
}

/// A listener that is used by one thread after another.
private final class HandedListener: @unchecked Sendable {
    let value: TopicListener
    private let ended = Mutex(0)
    /// The number of events taken.
    var taken: Int { ended.withLock { $0 } }

    init(_ value: TopicListener) { self.value = value }

    /// So many events, within twenty seconds.
    func take(_ count: Int) throws -> [Envelope] {
        defer { ended.withLock { $0 += 1 } }
        var all: [Envelope] = []
        let end = Deadline(.seconds(20))
        while all.count < count, !end.isOver {
            if let envelope = try value.next(timeout: .milliseconds(200)) { all.append(envelope) }
        }
        return all
    }
}

extension TestBus {
    /// A listener whose subscriptions are in force.
    fileprivate func listener(_ topics: [Topic]) async throws -> HandedListener {
        let endpoint = folder.endpoints.requests
        let listener = try await onThread {
            let listener = try TopicListener(requests: endpoint, topics: topics)
            try listener.join(.make(topics), timeout: .seconds(20))
            return HandedListener(listener)
        }
        // When a heartbeat arrives, the earlier subscriptions are in force too.
        try await onThread { try listener.value.waitForHeartbeat() }
        return listener
    }
}
