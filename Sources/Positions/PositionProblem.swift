import Glibc
import Platform

/// A problem of a source of positions.
public enum PositionProblem: Error, Sendable, Hashable {
    /// The file or device cannot be opened or read.
    case unreadable(source: String, reason: String)
    /// No receiver can be read with this path and these settings: another attempt is useless.
    case unsuitable(source: String, reason: String)
    /// A line of the input is skipped; `count` lines so far. If there are many, only some are reported.
    case badLine(source: String, line: Int, reason: String, count: Int)
    /// The XML is invalid at this position; everything before it has been read.
    case badXML(file: String, line: Int, column: Int, reason: String)
    /// No point of a track has a time, so it cannot be replayed.
    case noTimes(file: String, points: Int)
    /// The input ended without a fix.
    case noFixes(source: String)
    /// The receiver reports times without a date; this day (ISO 8601) is assumed.
    case noDate(source: String, assumed: String)
    /// The receiver's date is wrong by whole GPS cycles of 1024 weeks and is corrected.
    case weekRollover(source: String, weeks: Int)
    /// There is no connection; the next attempt follows after a pause.
    case disconnected(address: String, reason: String, retryAfterSeconds: Double)
    /// The serial device of a receiver is missing or was removed; the next attempt follows after a pause.
    case deviceLost(device: String, reason: String, retryAfterSeconds: Double)
    /// The lost connection is open again: the end of a problem.
    case reconnected(address: String)
    /// The receiver in use fell silent and was replaced by another one.
    case deviceChanged(from: String, to: String)
    /// The clock of the receiver was set back while the vehicle moved on; its times are corrected.
    case clockSetBack(seconds: Double)
    /// The receiver reports its speed in another unit than assumed; it is converted.
    case speedUnit(SpeedUnit)
    /// A message is skipped; `count` messages so far. If there are many, only some are reported.
    case badMessage(source: String, reason: String, count: Int)
    /// A source cannot be used for the moment; the next attempt follows after a pause. Only the first report of a loss
    /// contains the remedy.
    case unavailable(source: String, reason: String, remedy: String, retryAfterSeconds: Double)
    /// A source was found by a search, which rejected the others for their reasons.
    case found(source: String, rejected: [String])
    /// gpsd reports an error.
    case refused(address: String, message: String)
    /// The system has no free thread for reading.
    case noThread
}

extension PositionProblem: CustomStringConvertible {
    /// The failed action, its object, the reason and what to do, as the continuation of "failed to …".
    public var description: String {
        switch self {
        case .unreadable(let source, let reason), .unsuitable(let source, let reason):
            "read positions from \(source): \(reason)"
        case .badLine(let source, let line, let reason, let count):
            "read line \(line) of \(source): it \(reason); it is skipped (\(count) so far)"
        case .badXML(let file, let line, let column, let reason):
            "read \(file) beyond line \(line), column \(column): \(reason)"
        case .noTimes(let file, let points):
            "replay \(file): none of its \(points) track points has a time; record the track with times"
        case .noFixes(let source):
            "find a position in \(source): it ended without a fix"
        case .noDate(let source, let assumed):
            "date the positions of \(source): no RMC or ZDA sentence contains the day; \(assumed) is assumed"
        case .weekRollover(let source, let weeks):
            "trust the date of \(source): it is wrong by \(weeks) weeks, a GPS week rollover; it is corrected"
        case .disconnected(let address, let reason, let retryAfterSeconds):
            "reach \(address): \(reason)\(Self.attempt(after: retryAfterSeconds, remedy: Self.remedyForGPSD))"
        case .deviceLost(let device, let reason, let retryAfterSeconds):
            "read positions from \(device): \(reason)"
                + Self.attempt(
                    after: retryAfterSeconds,
                    remedy: reason == SystemError.text(EACCES) ? Self.remedyForAccess : Self.remedyForDevice)
        case .badMessage(let source, let reason, let count):
            "use a message to \(source): \(reason); it is skipped (\(count) so far)"
        case .unavailable(let source, let reason, let remedy, let retryAfterSeconds):
            "get positions from \(source): \(reason)\(Self.attempt(after: retryAfterSeconds, remedy: remedy))"
        case .found(let source, let rejected):
            "use \(rejected.joined(separator: "; ")): \(source) is used instead"
        case .reconnected(let address):
            "lose \(address) for good: it answers again"
        case .deviceChanged(let from, let to):
            "receive from \(from): it is silent; \(to) is used instead"
        case .clockSetBack(let seconds):
            "trust the clock of the receiver: it was set back by \(Self.rounded(seconds)) s; its times are corrected"
        case .speedUnit(let unit): "trust the speed of the receiver: \(Self.meaning(of: unit))"
        case .refused(let address, let message):
            "get what was asked of \(address): \(message)"
        case .noThread:
            "read positions: the system has no free threads; end other programs, or raise the limit (ulimit -u)"
        }
    }

    private static func meaning(of unit: SpeedUnit) -> String {
        switch unit {
        case .metersPerSecond: "it agrees with its movement again; it is read as metres per second"
        case .knots: "it is 1.94 times its movement; it is read as knots"
        case .kilometersPerHour: "it is 3.6 times its movement; it is read as km/h"
        }
    }

    /// Announces the next attempt; only the first report of a loss contains the remedy.
    private static func attempt(after seconds: Double, remedy: String) -> String {
        "\(seconds <= Backoff.firstSeconds ? "; \(remedy)" : ""); the next attempt is in \(rounded(seconds)) s"
    }

    private static let remedyForDevice =
        "connect the receiver, or name its device (ls /dev/ttyACM* /dev/ttyUSB*) as source.path"

    private static let remedyForAccess =
        "add the user to the group of the device (sudo adduser $USER dialout), and log in again"

    private static let remedyForGPSD =
        "start it (sudo systemctl start gpsd.socket), install it first if it is missing (sudo apt-get install gpsd), or "
        + "choose another source (--set source.kind=nmea --set source.path=/dev/ttyUSB0, or --set source.kind=simulate)"

    private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }
}
