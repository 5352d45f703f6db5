import EventBus

/// The command line of the benchmark.
struct Options {
    enum Mode: String, CaseIterable {
        /// At a fixed rate: the latency of an event, from before its encoding until after its decoding.
        case lat
        /// At the maximum rate without loss: at most ``window`` events ahead of the slowest subscriber.
        case win
        /// At the maximum rate: the number of lost events, and whether all losses are reported.
        case flood
        /// Connected without events: the processor time.
        case idle
        /// At a fixed rate, while the last subscriber is stopped; then it resumes.
        case stall
        /// The time from connecting to the present state.
        case join
    }

    /// The storage of the journal.
    enum Journal: String {
        case memory
        case files
    }

    static let usage = """
        Usage: navbus-bench-bus --mode lat|win|flood|idle|stall|join [--size 100|700] [--subs K] [--rate HZ]
                                [--count N] [--secs S] [--journal files|memory] [--transport ring|zmq] [--dir DIR]
        """

    /// Maximum number of events that the publisher is ahead of the slowest subscriber in mode `win`.
    static let window: UInt64 = 1000

    var mode = Mode.lat
    /// Approximate size of an event, bytes: 100 is an onGPS, 700 an onNavigation.
    var size = 700
    /// Number of subscriber processes.
    var subscribers = 1
    /// Rate in modes `lat` and `stall`, events a second.
    var rate = 1000.0
    var journal = Journal.files
    /// The way on which subscribers receive events.
    var transport = EventTransport.automatic
    /// Number of events in modes `lat` and `stall`, or of joins of each subscriber in mode `join`.
    var count = 8000
    /// Duration of the other modes, seconds.
    var seconds = 1.5
    /// Folder for the bus and the samples.
    var folder = "/tmp/navbus-bench-bus"
    /// The number of this subscriber; `nil` in the publisher.
    var subscriberIndex: Int?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError(text: "\(name) needs a value") }
            switch name {
            case "--mode": mode = try Self.parsed(name, value, Mode.init(rawValue:))
            case "--size":
                size = try Self.parsed(name, value) { Int($0).flatMap { [100, 700].contains($0) ? $0 : nil } }
            case "--subs": subscribers = try Self.parsed(name, value) { Int($0).flatMap { (1...64) ~= $0 ? $0 : nil } }
            case "--rate": rate = try Self.parsed(name, value) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--count": count = try Self.parsed(name, value) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--secs": seconds = try Self.parsed(name, value) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--journal": journal = try Self.parsed(name, value, Journal.init(rawValue:))
            case "--transport": transport = try Self.parsed(name, value, EventTransport.init(rawValue:))
            case "--dir": folder = value
            case "--subscriber": subscriberIndex = try Self.parsed(name, value, Int.init)
            default: throw UsageError(text: "unknown option \(name)")
            }
        }
    }

    /// The command line of one subscriber.
    func arguments(subscriber index: Int) -> [String] {
        [
            "--mode", mode.rawValue, "--size", "\(size)", "--subs", "\(subscribers)", "--rate", "\(rate)",
            "--count", "\(count)", "--secs", "\(seconds)", "--transport", transport.rawValue,
            "--dir", folder, "--subscriber", "\(index)",
        ]
    }

    private static func parsed<Value>(
        _ name: String, _ value: String, _ parse: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let parsed = parse(value) else { throw UsageError(text: "\(name) cannot be \"\(value)\"") }
        return parsed
    }
}

/// An invalid option.
struct UsageError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}
