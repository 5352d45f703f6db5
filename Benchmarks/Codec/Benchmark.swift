import EventCodec
import Glibc
import NavigationEvents

/// Prints the costs of encoding and decoding, one JSON line each: nanoseconds of CPU time of this thread a message, the
/// median and the minimum of many rounds.
///
/// Arguments: the number of rounds (301; few rounds are for tools that count instructions), and a row ("onNavigation
/// decode") if only that one is wanted.
@main
struct Benchmark {
    private static let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 301
    private static let onlyRow = CommandLine.arguments.dropFirst(2).first
    private static let messagesPerRound = 2000

    static func main() throws {
        try measure("onGPS", Payloads.gps)
        try measure("onNavigation", Payloads.navigation)
        try measure("onHeading", Payloads.heading)
    }

    private static func measure(_ topic: String, _ envelope: Envelope) throws {
        let bytes = envelope.wireBytes()
        guard try Envelope(wireBytes: bytes) == envelope else { throw BenchmarkError.differs(topic) }

        // The results are used, so that the compiler cannot remove the computation.
        var writer = WireWriter()
        var written = 0
        row(topic, "encode", bytes.count) {
            writer.reset()
            envelope.encode(into: &writer)
            written &+= writer.count
        }
        // The publisher of the bus encodes like this: most events have the same steps as the previous one.
        var publisher = WireWriter(remembersSteps: true)
        row(topic, "encode, step known", bytes.count) {
            publisher.reset()
            envelope.encode(into: &publisher)
            written &+= publisher.count
        }
        var ticks: UInt64 = 0
        // Subscribers of the kit decode with a cache: most events have the same step as the previous one.
        let steps = StepCache()
        try bytes.withUnsafeBytes { buffer in
            try row(topic, "decode", buffer.count) { ticks &+= try Envelope(wireBytes: buffer).tick }
            try row(topic, "decode, step known", buffer.count) {
                ticks &+= try Envelope(wireBytes: buffer, remembering: steps).tick
            }
            try row(topic, "view", buffer.count) { ticks &+= try readFewFields(of: buffer) }
        }
        guard written % bytes.count == 0, ticks % envelope.tick == 0 else { throw BenchmarkError.differs(topic) }
    }

    /// Reads as a display does that shows the distance to the next maneuver, the time to the destination and the limit.
    private static func readFewFields(of bytes: UnsafeRawBufferPointer) throws(WireError) -> UInt64 {
        let view = try EnvelopeView(wireBytes: bytes)
        guard let navigation = try view.navigation else { return view.tick }
        let isShown = navigation.state == .enroute && !navigation.isOffRoute && view.sequence > 0
        let toManeuver = try navigation.toManeuver
        let toDestination = try navigation.toDestination
        let limit = try navigation.speedLimit
        guard isShown, let toManeuver, let toDestination, let limit else { return 0 }
        return toManeuver.distanceMeters < toDestination.distanceMeters && limit.isExplicit ? view.tick : 0
    }

    private static func row<Failure: Error>(
        _ topic: String, _ operation: String, _ bytes: Int, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        guard onlyRow == nil || onlyRow == "\(topic) \(operation)" else { return }
        report(topic, bytes: bytes, operation, try nanosecondsPerMessage(body))
    }

    /// Nanoseconds a message of each round, sorted; the first rounds are a warm-up and not counted.
    private static func nanosecondsPerMessage<Failure: Error>(
        _ body: () throws(Failure) -> Void
    ) throws(Failure) -> [Double] {
        var results: [Double] = []
        for round in -min(20, rounds)..<max(rounds, 1) {
            let begin = threadNanoseconds()
            for _ in 0..<messagesPerRound { try body() }
            let spent = Double(threadNanoseconds() - begin) / Double(messagesPerRound)
            if round >= 0 { results.append(spent) }
        }
        return results.sorted()
    }

    private static func threadNanoseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static func report(_ topic: String, bytes: Int, _ operation: String, _ results: [Double]) {
        let median = (results[results.count / 2] * 10).rounded() / 10
        let least = (results[0] * 10).rounded() / 10
        print(
            "{\"benchmark\":\"codec\",\"message\":\"\(topic)\",\"bytes\":\(bytes),\"operation\":\"\(operation)\","
                + "\"median_ns\":\(median),\"min_ns\":\(least),\"rounds\":\(results.count)}")
    }
}

enum BenchmarkError: Error, CustomStringConvertible {
    case differs(String)

    var description: String {
        switch self {
        case .differs(let topic): "failed to decode the encoded \(topic); run the tests of EventCodec"
        }
    }
}
