import Access
import Dispatch
import Foundation
import Journal
import NavigationEvents
import Synchronization
import Testing

@testable import EventBus

/// A folder under /tmp, removed when it is released.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/navbus-test-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

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

    init(
        folder: TemporaryFolder? = nil, sessions: [Session] = [.main], limits: BusLimits = BusLimits(),
        journal: JournalSettings = JournalSettings(),
        settings: @escaping BusServer.SettingsProvider = { _ throws(RequestError) in [:] },
        handler: @escaping BusServer.Handler = { _ in .done }
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
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
        try BusClient(requests: folder.endpoints.requests, receiveHighWater: receiveHighWater)
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

extension Fix {
    static func make(_ number: Int = 0) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(number) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7), speedMetersPerSecond: 13)
    }
}

extension ControlReport {
    static func make(_ control: String) -> ControlReport { ControlReport(control: control, kind: .note) }
}

extension MissedEvents {
    static func make(_ topic: Topic) -> MissedEvents { MissedEvents(session: .main, topic: topic, first: 1, last: 2) }
}

extension NavigationInfo {
    static func make(_ number: Int = 0) -> NavigationInfo {
        NavigationInfo(state: .enroute, routeID: "r1", fix: .make(number))
    }
}

extension Route {
    static func make(_ id: String = "r1", vertices: Int = 2) -> Route {
        Route(
            id: id, provider: "test",
            geometry: (0..<vertices).map {
                Coordinate(latitudeDegrees: 49, longitudeDegrees: 8 + Double($0) / 1e6)
            },
            legs: [], stopovers: [], distanceMeters: 1, durationSeconds: 1)
    }
}

/// Runs a blocking body on a thread of its own, so that the few threads of the tests stay free.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test").async { continuation.resume(with: Result(catching: body)) }
    }
}
