import NavigationEvents

/// The clock of the fixes, also between two of them: readings of other sensors are dated by it. A value; the present is
/// an argument.
struct FixClock: Sendable {
    /// Maximum difference in seconds between a reading and the newest known time.
    static let maxAgeSeconds = 2.0

    /// The newest plausible time, and when it was recorded, in seconds of the monotonic clock.
    private var newest: (time: Timestamp, notedAt: Double)?

    /// Records the newest time of the drive.
    mutating func note(_ time: Timestamp?, now: Double) {
        guard let time, time != newest?.time else { return }
        newest = (time, now)
    }

    /// The time of a reading that reports this time, or none.
    ///
    /// - Throws: ``FixClockError`` if there is no fix yet, or if the time is too far from that of the fixes.
    func time(of reported: Timestamp?, now: Double) throws(FixClockError) -> Timestamp {
        guard let newest else { throw .noPosition }
        let elapsedSeconds = max(now - newest.notedAt, 0)
        guard let reported else { return newest.time.advanced(bySeconds: min(elapsedSeconds, Self.maxAgeSeconds)) }
        let ahead = Double(reported.nanosecondsSinceEpoch) / 1e9 - Double(newest.time.nanosecondsSinceEpoch) / 1e9
        guard (-Self.maxAgeSeconds...elapsedSeconds + Self.maxAgeSeconds).contains(ahead) else {
            throw .timeFarOff(aheadSeconds: ahead)
        }
        return reported
    }
}

/// The reason why a reading has no time on the clock of the fixes, with the remedy.
enum FixClockError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no fix yet.
    case noPosition
    /// The reported time is too far from that of the fixes.
    case timeFarOff(aheadSeconds: Double)

    var description: String {
        switch self {
        case .noPosition: return "there is no position yet; retry after the first one"
        case .timeFarOff(let ahead):
            let seconds = (ahead.magnitude * 10).rounded() / 10
            return "its time is \(seconds) s \(ahead < 0 ? "before" : "after") that of the positions; send it within "
                + "\(Int(FixClock.maxAgeSeconds)) s on their clock, or without a time"
        }
    }
}
