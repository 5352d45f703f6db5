import BusTestSupport
import Access
import Glibc
import Journal
import NavigationEvents
import TestSupport
import Testing

@testable import EventBus

@Suite struct RestartTests {
    @Test func `a restarted bus is joined again by itself`() async throws {
        let folder = try TemporaryFolder()
        let first = try TestBus(folder: folder)
        let listener = Listener(first, untilTick: 99)
        await listener.joined()
        await first.server.pump(10)
        await first.server.close()

        let second = try TestBus(folder: folder)
        await second.server.publish(.navigationStarted(.make("again")), tick: 11)
        try await onThread {
            let client = try second.client()
            try waitUntil { try client.status().controls.map(\.control) == ["test"] }
        }
        await second.server.publish(.gps(.make()), tick: 99)
        let outcome = try await listener.outcome
        #expect(outcome.ticks == Array(1...11) + [99])
        #expect(outcome.deliveries.count { $0 == .restarted(run: second.server.run) } == 1)
        #expect(outcome.deliveries.count == 13)
        await second.server.close()
    }

    @Test func `a bus with a new events endpoint is found`() async throws {
        let folder = try TestSupport.TemporaryFolder()
        var endpoints = BusEndpoints(folder: RunFolder(path: folder.path))
        let journal = JournalSettings(folder: folder.path + "/journal")
        let first = try BusServer(endpoints: endpoints, journal: journal)
        await first.publish(.gps(.make(1)), tick: 1)
        let requests = endpoints.requests
        let following = Task {
            try await onThread { () throws -> [Delivery] in
                let client = try BusClient(requests: requests)
                try client.join(.make(), timeout: .seconds(20))
                return try client.deliveries(untilTick: 3)
            }
        }
        // A subscriber that was sent the snapshot has it: a bus that closes delivers it.
        while await first.status().counters["snapshots"] == 0 { await Task.yield() }
        await first.close()
        endpoints.events = "ipc://\(folder.path)/elsewhere"
        let second = try BusServer(endpoints: endpoints, journal: journal)
        for number in 2...3 { await second.publish(.gps(.make(number)), tick: UInt64(number)) }
        #expect(try await following.value.compactMap(\.envelope).map(\.tick) == [1, 2, 3])
        await second.close()
    }

    @Test func `a wait ends when woken from another thread`() async throws {
        let bus = try TestBus()
        try await onThread {
            let client = try bus.subscriber()
            let wakeup = client.wakeup
            Task { wakeup.wake() }
            #expect(try client.next() == nil)
            #expect(try client.next(timeout: .milliseconds(1)) == nil)
        }
        await bus.server.close()
    }

    @Test func `a closed bus accepts no events and may be closed again`() async throws {
        let bus = try TestBus()
        await bus.server.close()
        await bus.server.publish(.navigationStopped(.requested))
        await bus.server.close()
        #expect(await bus.server.status().counters["published"] == 0)
    }
}

/// Polls until a condition holds, ten seconds at most.
func waitUntil(_ isSo: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let end = ContinuousClock.now + .seconds(10)
    while try !isSo() {
        try #require(ContinuousClock.now < end, "it never happened", sourceLocation: sourceLocation)
        // A bus answers at most a thousand requests a second.
        usleep(5000)
    }
}

extension BusClient {
    /// The status of the bus.
    func status() throws -> BusStatus {
        guard case .status(let status) = try request(.status, timeout: .seconds(20)) else {
            throw BusError.unexpectedAnswer(to: "status")
        }
        return status
    }
}
