import TestSupport
import BusTestSupport
import Access
import Dispatch
import Foundation
import Journal
import NavigationEvents
import Synchronization
import Testing

@testable import EventBus

extension TemporaryFolder {
    var endpoints: BusEndpoints { BusEndpoints(folder: RunFolder(path: path)) }
}

/// The server for a handler, which is made before it.
private final class AskedServer: Sendable {
    private let known = Mutex<BusServer?>(nil)

    var server: BusServer? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }
}

/// A bus in a folder of its own.
struct TestBus: Sendable {
    let folder: TemporaryFolder
    let server: BusServer
    let transport: EventTransport

    init(
        folder: TemporaryFolder? = nil, sessions: [Session] = [.main], limits: BusLimits = BusLimits(),
        journal: JournalSettings = JournalSettings(), over transport: EventTransport = .automatic,
        settings: @escaping BusServer.SettingsProvider = { _ throws(RequestError) in [:] },
        handler: @escaping BusServer.Handler = { _ in .done }
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.transport = transport
        var journal = journal
        if transport == .ring, journal.folder == nil { journal.folder = self.folder.path + "/journal" }
        let asked = AskedServer()
        var limits = limits
        // Other tests share the memory of this process.
        if limits.maxExtraBytes == BusLimits().maxExtraBytes { limits.maxExtraBytes = .max }
        server = try BusServer(
            endpoints: self.folder.endpoints, sessions: sessions, limits: limits, journal: journal, settings: settings,
            handler: { request in
                if request == .status, let server = asked.server { return .status(await server.status()) }
                return await handler(request)
            })
        asked.server = server
    }

    /// A client that has not joined yet.
    func client(receiveHighWater: Int = 8000) throws -> BusClient {
        try BusClient(requests: folder.endpoints.requests, over: transport, receiveHighWater: receiveHighWater)
    }

    /// A client that has joined.
    func subscriber(
        _ topics: [Topic] = Topic.allCases, session: Session = .main, receiveHighWater: Int = 8000
    ) throws -> BusClient {
        let client = try client(receiveHighWater: receiveHighWater)
        try client.join(.make(topics, session: session), timeout: .seconds(20))
        return client
    }
}

extension BusServer {
    /// Publishes fixes as fast as it can, and answers requests in between. `tick` counts them from `first`.
    func pump(_ count: Int, from first: Int = 1) async {
        for number in first..<(first + count) {
            publish(.gps(.make(number)), tick: UInt64(number))
            if number % 16 == 0 {
                serveSockets()
                await Task.yield()
            }
        }
    }
}

extension BusClient {
    /// The deliveries until `isLast`, with ten seconds of silence at most.
    func deliveries(until isLast: (Delivery) -> Bool) throws -> [Delivery] {
        var all: [Delivery] = []
        while let delivery = try next(timeout: .seconds(10)) {
            all.append(delivery)
            if isLast(delivery) { return all }
        }
        Issue.record("silence after \(all.count) deliveries, the last one: \(all.last.map { "\($0)" } ?? "none")")
        return all
    }

    /// The deliveries until the event with this tick.
    func deliveries(untilTick tick: UInt64) throws -> [Delivery] {
        try deliveries { $0.envelope?.tick == tick }
    }
}

extension Delivery {
    var envelope: Envelope? {
        if case .event(let envelope) = self { envelope } else { nil }
    }
}

extension Hello {
    static func make(
        _ topics: [Topic] = Topic.allCases, control: String = "test", session: Session = .main
    ) -> Hello {
        Hello(control: control, session: session, topics: topics, processID: getpid())
    }
}
