import DBus
import Platform
import Positions

/// The search for a source of positions: gpsd, then GeoClue, then serial lines.
struct ReceiverSearch: Sendable {
    /// A found source.
    enum Receiver: Hashable, Sendable {
        case gpsd(host: String, port: UInt16)
        case geoClue
        case serial(path: String, baudRate: Int)

        /// The name in messages.
        var name: String {
            switch self {
            case .gpsd(let host, let port): "gpsd at \(host):\(port)"
            case .geoClue: "GeoClue"
            case .serial(let path, let baudRate): "\(path) (\(baudRate) baud)"
            }
        }
    }

    /// A source that is not used, and the reason.
    struct Rejection: Hashable, Sendable {
        var name: String
        var reason: String

        var text: String { "\(name): \(reason)" }
    }

    /// The result of a search.
    struct Outcome: Hashable, Sendable {
        var receiver: Receiver?
        var rejected: [Rejection] = []
    }

    /// A line without a receiver is opened again only after this time, seconds: opening one resets some devices.
    private static let repeatSeconds = 60.0

    var host = "127.0.0.1"
    var port: UInt16 = 2947
    var bus = DBusAddress.system
    var probe = SerialProbe()
    var timeouts = GeoClueClient.Timeouts(client: 3, start: 10, location: 2)
    /// The lines without a receiver, and when they were opened.
    private var known: [String: (at: Double, reason: String)] = [:]

    init() {}

    /// Searches until a source is found; each serial line takes some seconds.
    mutating func run(stop: StopSignal) -> Outcome {
        var outcome = Outcome()
        guard let problem = GPSDProbe.problem(host: host, port: port, stop: stop) else {
            outcome.receiver = .gpsd(host: host, port: port)
            return outcome
        }
        outcome.rejected.append(Rejection(name: Receiver.gpsd(host: host, port: port).name, reason: problem))
        do throws(GeoClueError) {
            _ = try GeoClueClient(bus, timeouts, needsExact: true, stop: stop)
            outcome.receiver = .geoClue
            return outcome
        } catch {
            outcome.rejected.append(Rejection(name: Receiver.geoClue.name, reason: error.reason))
        }
        searchLines(&outcome, stop)
        return outcome
    }

    private mutating func searchLines(_ outcome: inout Outcome, _ stop: StopSignal) {
        let candidates = probe.candidates()
        known = known.filter { candidates.contains($0.key) }
        if candidates.isEmpty {
            outcome.rejected.append(Rejection(name: "serial ports", reason: "there is none"))
        }
        for path in candidates where !stop.isRaised {
            let now = MonotonicInstant.now.seconds
            if let known = known[path], now - known.at < Self.repeatSeconds {
                outcome.rejected.append(Rejection(name: path, reason: known.reason))
                continue
            }
            switch probe.finding(path, stop: stop) {
            case .receiver(let baudRate):
                outcome.receiver = .serial(path: path, baudRate: baudRate)
                return
            case .rejected(let reason):
                known[path] = (now, reason)
                outcome.rejected.append(Rejection(name: path, reason: reason))
            }
        }
    }
}
