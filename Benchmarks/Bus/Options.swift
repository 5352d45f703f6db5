/// What is measured.
struct Options {
    enum Mode: String, CaseIterable {
        /// Paced: how long an event takes from before it is encoded until it is decoded.
        case lat
        /// As fast as possible without loss: never more than ``window`` ahead of the slowest subscriber.
        case win
        /// As fast as possible: what is lost, and whether it is told.
        case flood
        /// Connected, with nothing to say: what that costs.
        case idle
        /// Paced, while the last subscriber is stopped; then it goes on.
        case stall
        /// How long it takes from nothing to the present state.
        case join
    }

    /// Where the journal is.
    enum Journal: String {
        case memory
        case files
    }

    static let usage = """
        Usage: navbus-bench-bus --mode lat|win|flood|idle|stall|join [--size 100|700] [--subs K] [--rate HZ]
                                [--count N] [--secs S] [--journal files|memory] [--dir DIR]
        """

    /// Events that the publisher may be ahead of the slowest subscriber in mode `win`.
    static let window: UInt64 = 1000

    var mode = Mode.lat
    /// Bytes of an event, about: 100 is an onGPS, 700 an onNavigation.
    var size = 700
    /// Subscriber processes.
    var subscribers = 1
    /// Events a second in modes `lat` and `stall`.
    var rate = 1000.0
    var journal = Journal.files
    /// Events in modes `lat` and `stall`, joins of each subscriber in mode `join`.
    var count = 8000
    /// Seconds in the other modes.
    var seconds = 1.5
    /// Folder for the bus and the samples.
    var folder = "/tmp/navbus-bench-bus"
    /// Which subscriber this process is; `nil` for the publisher.
    var subscriberIndex: Int?

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError(text: "\(name) wants a value") }
            switch name {
            case "--mode": mode = try Self.parsed(name, value, Mode.init(rawValue:))
            case "--size":
                size = try Self.parsed(name, value) { Int($0).flatMap { [100, 700].contains($0) ? $0 : nil } }
            case "--subs": subscribers = try Self.parsed(name, value) { Int($0).flatMap { (1...64) ~= $0 ? $0 : nil } }
            case "--rate": rate = try Self.parsed(name, value) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--count": count = try Self.parsed(name, value) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--secs": seconds = try Self.parsed(name, value) { Double($0).flatMap { $0 > 0 ? $0 : nil } }
            case "--journal": journal = try Self.parsed(name, value, Journal.init(rawValue:))
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
            "--count", "\(count)", "--secs", "\(seconds)", "--dir", folder, "--subscriber", "\(index)",
        ]
    }

    private static func parsed<Value>(
        _ name: String, _ value: String, _ parse: (String) -> Value?
    ) throws(UsageError) -> Value {
        guard let parsed = parse(value) else { throw UsageError(text: "\(name) cannot be \"\(value)\"") }
        return parsed
    }
}

/// An option that cannot be used.
struct UsageError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
}
