import EventCodec
import Glibc
import NavigationEvents

/// Prints the costs of encoding and decoding, one JSON line each: nanoseconds of CPU time of this thread a message, the
/// median and the minimum of many rounds.
@main
struct Benchmark {
    /// Number of rounds: the first argument, or 301. Few rounds are for tools that count instructions.
    private static let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 301
    private static let messagesPerRound = 2000

    static func main() throws {
        try measure("onGPS", Payloads.gps)
        try measure("onNavigation", Payloads.navigation)
        try measure("onHeading", Payloads.heading)
    }

    private static func measure(_ topic: String, _ envelope: Envelope) throws {
        let bytes = envelope.wireBytes()
        guard try Envelope(wireBytes: bytes) == envelope else { throw BenchmarkError.differs(topic) }

        var writer = WireWriter()
        var written = 0
        let encode = nanosecondsPerMessage {
            writer.reset()
            envelope.encode(into: &writer)
            written &+= writer.count
        }
        var ticks: UInt64 = 0
        let decode = try bytes.withUnsafeBytes { buffer in
            try nanosecondsPerMessage { ticks &+= try Envelope(wireBytes: buffer).tick }
        }
        // Subscribers of the kit decode like this: most events have the same step as the previous one.
        let steps = StepCache()
        let follow = try bytes.withUnsafeBytes { buffer in
            try nanosecondsPerMessage { ticks &+= try Envelope(wireBytes: buffer, remembering: steps).tick }
        }
        // The results are used, so that the compiler cannot remove the computation.
        guard written % bytes.count == 0, ticks % envelope.tick == 0 else { throw BenchmarkError.differs(topic) }
        report(topic, bytes: bytes.count, "encode", encode)
        report(topic, bytes: bytes.count, "decode", decode)
        report(topic, bytes: bytes.count, "decode, step known", follow)
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
