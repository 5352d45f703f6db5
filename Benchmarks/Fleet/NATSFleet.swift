import EventBus
import EventCodec
import Glibc
import NATS
import NavigationEvents
import Synchronization

/// Measures a running fleet on NATS: vehicles that send their positions to gateways, and a subscriber to all events.
///
/// The positions carry the time of sending, so that the events tell the time from a position to its guidance.
struct NATSFleet {
    private static let warmUpSeconds = 5
    private static let seconds = 20
    private static let floodSeconds = 10
    private static let slices = 50

    private let count: Int
    private let connection: NATSConnection
    private let names: [Session]
    private let routes: [FleetRoute]
    private let sender = UInt64(UInt32.random(in: 1...UInt32.max)) << 32

    /// The received events, and the times from position to onNavigation, milliseconds.
    private final class Heard: Sendable {
        let events = Atomic<Int>(0)
        let milliseconds = Mutex<[Double]>([])
    }

    init(count: Int, servers: [String]) throws {
        self.count = count
        connection = try NATSConnection(.init(servers: servers, name: "bench"))
        names = (0..<count).compactMap { Session("bench-\($0)") }
        routes = (0..<count).map { FleetRoute("r\($0)", number: $0) }
    }

    func run() throws {
        let heard = Heard()
        let listener = try NATSConnection(
            .init(servers: connection.server.isEmpty ? [] : [connection.server], name: "listener"))
        let subscription = try listener.subscribe("OUT.>") { message in
            heard.events.add(1, ordering: .relaxed)
            guard message.subject.contains(".onNavigation."),
                let envelope = try? Envelope(wireBytes: message.payload), case .navigation(let info) = envelope.event
            else { return }
            let milliseconds = Timestamp.now.seconds(since: info.fix.time) * 1000
            heard.milliseconds.withLock { $0.append(milliseconds) }
        }
        defer { subscription.unsubscribe() }
        let opening = try timed { try ask(1) { .openSession($0) } }
        let starting = try timed {
            for (index, name) in names.enumerated() { try ask(.start(name, routes[index].route), of: name, 2) }
        }
        var second = 0
        try pace(Self.warmUpSeconds, &second)
        heard.milliseconds.withLock { $0 = [] }
        let before = heard.events.load(ordering: .relaxed)
        let pacing = try timed { try pace(Self.seconds, &second) }
        let paced = heard.events.load(ordering: .relaxed) - before
        let latencies = heard.milliseconds.withLock { $0.sorted() }
        func quantile(_ share: Double) -> Double {
            latencies.isEmpty ? 0 : latencies[min(Int(Double(latencies.count) * share), latencies.count - 1)]
        }
        let floodBefore = heard.events.load(ordering: .relaxed)
        var sent = 0
        let flooding = try timed {
            let end = now() + Double(Self.floodSeconds)
            let begin = Timestamp.now
            while now() < end {
                // Time passes faster than the clock.
                let rounds = sent / count + 1
                try send(0..<count, second, at: begin.advanced(bySeconds: Double(rounds)))
                second += 1
                sent += count
                // No faster than the guidance follows: a second of every vehicle is under way.
                while heard.events.load(ordering: .relaxed) - floodBefore < 2 * sent - 4 * count, now() < end { usleep(500) }
            }
        }
        let flooded = heard.events.load(ordering: .relaxed) - floodBefore
        try ask(3) { .closeSession($0) }
        let fields: [(String, Double)] = [
            ("sessions", Double(count)), ("opened_per_s", Double(count) / opening),
            ("started_per_s", Double(count) / starting), ("paced_positions_per_s", Double(count)),
            ("paced_events_per_s", Double(paced) / pacing), ("fix_to_event_ms_p50", quantile(0.5)),
            ("fix_to_event_ms_p99", quantile(0.99)), ("flood_events_per_s", Double(flooded) / flooding),
            ("flood_positions_per_s", Double(flooded) / 2 / flooding),
        ]
        let text = fields.map { "\"\($0.0)\": \(($0.1 * 1000).rounded() / 1000)" }.joined(separator: ", ")
        print("{\"bench\": \"nats\", \(text)}")
    }

    private func timed(_ body: () throws -> Void) rethrows -> Double {
        let began = now()
        try body()
        return now() - began
    }

    private func ask(_ number: UInt64, _ request: (Session) -> Request) throws {
        for name in names { try ask(request(name), of: name, number) }
    }

    private func ask(_ request: Request, of session: Session, _ number: UInt64) throws {
        let bytes = RequestFrame(id: sender | number, request: request).wireBytes()
        for attempt in 1... {
            do throws(NATSError) {
                let answer = try connection.request("REQ.\(session.name)", bytes, timeout: .seconds(5))
                if case .refused(let refusal) = try ReplyFrame(wireBytes: answer.payload).reply {
                    fail("failed to \(request): \(refusal.text)", code: 1)
                }
                return
            } catch {
                guard error.isTemporary, attempt < 10 else { throw error }
            }
        }
    }

    private func send(_ range: Range<Int>, _ second: Int, at time: Timestamp) throws {
        for number in range {
            var fix = routes[number].fix(second: second)
            fix.time = time
            let bytes = RequestFrame(id: 0, request: .position(names[number], fix)).wireBytes()
            try connection.publish("REQ.\(names[number].name)", bytes)
        }
    }

    private func pace(_ seconds: Int, _ second: inout Int) throws {
        let began = now()
        for slice in 0..<seconds * Self.slices {
            let part = slice % Self.slices
            try send(count * part / Self.slices..<count * (part + 1) / Self.slices, second, at: .now)
            if part == Self.slices - 1 { second += 1 }
            let wait = began + Double(slice + 1) / Double(Self.slices) - now()
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
        }
    }
}
