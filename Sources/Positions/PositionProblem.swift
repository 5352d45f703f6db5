/// What is wrong with a source of positions.
public enum PositionProblem: Error, Sendable, Hashable {
    /// The file or device cannot be opened or read.
    case unreadable(source: String, reason: String)
    /// A line of the input is skipped; `count` lines have been so far. When there are many, only some are reported.
    case badLine(source: String, line: Int, reason: String, count: Int)
    /// The XML is broken there; what comes before it has been read.
    case badXML(file: String, line: Int, column: Int, reason: String)
    /// None of the points of a track has a time, so it cannot be replayed.
    case noTimes(file: String, points: Int)
    /// The input came to its end without one fix.
    case noFixes(source: String)
    /// The receiver gives times without a date; the day named here (ISO 8601) is assumed.
    case noDate(source: String, assumed: String)
    /// The receiver's date is out by whole GPS cycles of 1024 weeks and is put right.
    case weekRollover(source: String, weeks: Int)
    /// There is no connection; the next try comes after a while.
    case disconnected(address: String, reason: String, retryAfterSeconds: Double)
    /// The connection that was lost is there again: the end of a problem.
    case reconnected(address: String)
    /// The receiver in use fell silent and another one takes its place.
    case deviceChanged(from: String, to: String)
    /// The other side complains.
    case refused(address: String, message: String)
    /// The system has no thread left for reading.
    case noThread
}

extension PositionProblem: CustomStringConvertible {
    /// Completes "failed to …": the thing, the place, the way out.
    public var description: String {
        switch self {
        case .unreadable(let source, let reason):
            "read positions from \(source): \(reason)"
        case .badLine(let source, let line, let reason, let count):
            "read line \(line) of \(source): it \(reason); it is skipped (\(count) so far)"
        case .badXML(let file, let line, let column, let reason):
            "read \(file) beyond line \(line), column \(column): \(reason)"
        case .noTimes(let file, let points):
            "replay \(file): none of its \(points) track points has a time; record the track with times"
        case .noFixes(let source):
            "find a position in \(source): it ended without one fix"
        case .noDate(let source, let assumed):
            "date the positions of \(source): no RMC or ZDA sentence tells the day; \(assumed) is assumed"
        case .weekRollover(let source, let weeks):
            "trust the date of \(source): it is \(weeks) weeks out, a GPS week rollover; it is put right"
        case .disconnected(let address, let reason, let retryAfterSeconds):
            "reach \(address): \(reason); the next try is in \(Self.rounded(retryAfterSeconds)) s"
        case .reconnected(let address):
            "lose \(address) for good: it answers again"
        case .deviceChanged(let from, let to):
            "hear from \(from): it is silent; \(to) takes its place"
        case .refused(let address, let message):
            "get what was asked of \(address): \(message)"
        case .noThread:
            "read positions: the system has no thread left; end other programs, or raise the limit (ulimit -u)"
        }
    }

    private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
}
