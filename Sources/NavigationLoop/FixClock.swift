import NavigationEvents

/// The clock of the fixes, also between two of them: readings of other sensors are dated by it. A value; the present is
/// an argument.
///
/// Where time passes with requests alone, it stands still between two inputs, so that the same requests always have the same
/// times, however fast they come.
struct FixClock: Sendable {
    /// Maximum difference in seconds between a reading and the newest known time.
    static let maxAgeSeconds = 2.0

    /// Whether the times of the drive are the only ones, and no other clock has an effect.
    let isOfDrive: Bool
    /// The newest plausible time, and when it was recorded, in seconds of the monotonic clock.
    private var newest: (time: Timestamp, notedAt: Double)?

    init(isOfDrive: Bool = false) { self.isOfDrive = isOfDrive }

    /// The present in seconds: that of the drive where no other clock counts, otherwise that of the monotonic clock.
    ///
    /// - Parameter monotonic: Seconds of the monotonic clock.
    func now(monotonic: @autoclosure () -> Double) -> Double {
        isOfDrive ? newest?.time.secondsSinceEpoch ?? 0 : monotonic()
    }

    /// The present when a reading is taken: where only the times of the drive count, a reading that is dated later shows
    /// that more time has passed.
    func now(at reading: Timestamp, _ now: Double) -> Double {
        isOfDrive ? max(now, reading.secondsSinceEpoch) : now
    }

    /// Records the newest time of the drive.
    mutating func note(_ time: Timestamp?, now: Double) {
        guard let time, time != newest?.time else { return }
        newest = (time, isOfDrive ? time.secondsSinceEpoch : now)
    }

    /// The time of a reading that reports this time, or none.
    ///
    /// - Throws: ``FixClockError`` if there is no fix yet, or if the time is too far from that of the fixes.
    func time(of reported: Timestamp?, now: Double) throws(FixClockError) -> Timestamp {
        guard let newest else { throw .noPosition }
        let elapsedSeconds = max(now - newest.notedAt, 0)
        guard let reported else { return newest.time.advanced(bySeconds: min(elapsedSeconds, Self.maxAgeSeconds)) }
        let ahead = reported.secondsSinceEpoch - newest.time.secondsSinceEpoch
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

extension Timestamp {
    /// Seconds since 1970; exact to a microsecond.
    var secondsSinceEpoch: Double { Double(nanosecondsSinceEpoch) / 1e9 }
}
