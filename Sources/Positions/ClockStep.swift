import Geodesy
import NavigationEvents

/// Notices that the clock of a receiver was set back by seconds while the vehicle moved on, as by the leap seconds that
/// a receiver learns some minutes after its start.
///
/// Single old fixes are late, and so are batches of them: they lead to the position that is already known. Those of a
/// clock that was set back lead away from it.
struct ClockStep {
    /// Old fixes in a row that show that the clock was set back.
    private static let minFixes = 3
    /// A vehicle that does not move shows it later.
    private static let stationaryFixes = 10
    private static let minMeters = 10.0
    /// A late return of a clock differs from the step by less, seconds.
    private static let toleranceSeconds = 1.0

    private struct Run {
        var position: Coordinate
        var time: Timestamp
        var last: Timestamp
        var count: Int
    }

    /// Nanoseconds by which times of the receiver are behind those of its earlier fixes.
    private(set) var offset: Int64 = 0
    private var run: Run?

    /// A time of the receiver on the clock of its earlier fixes.
    func corrected(_ time: Timestamp) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: time.nanosecondsSinceEpoch &+ offset)
    }

    /// Forgets the step: the times of the receiver count.
    mutating func reset() { self = ClockStep() }

    /// Ends a series of old fixes.
    mutating func forgetOldFixes() { run = nil }

    /// Whether a corrected time shows that the clock was set to its former time.
    mutating func isUndone(at time: Timestamp, after last: Timestamp, interval: Double) -> Bool {
        guard offset != 0 else { return false }
        let ahead = time.seconds(since: last) - interval - Double(offset) / 1e9
        guard ahead.magnitude < Self.toleranceSeconds else { return false }
        offset = 0
        return true
    }

    /// Processes a fix that is older than the last one.
    ///
    /// - Parameters:
    ///   - fix: The fix, with its corrected time.
    ///   - last: The last position that was used.
    ///   - lastTime: Its time.
    ///   - interval: The usual interval between fixes, seconds.
    /// - Returns: The seconds by which the clock was set back, if this fix shows it.
    mutating func secondsSetBack(
        by fix: Fix, after last: Coordinate, at lastTime: Timestamp, interval: Double
    ) -> Double? {
        guard var run, fix.time > run.last else {
            if run?.last != fix.time { run = Run(position: fix.position, time: fix.time, last: fix.time, count: 1) }
            return nil
        }
        run.last = fix.time
        run.count += 1
        self.run = run
        guard run.count >= Self.minFixes,
            isMovingOn(fix, from: run.position, after: last) ?? (run.count >= Self.stationaryFixes)
        else { return nil }
        let seconds = lastTime.seconds(since: run.time) + interval
        offset &+= Int64(seconds * 1e9)
        self.run = nil
        return seconds
    }

    /// Whether the old fixes lead away from the last position that was used; `nil` if they do not move.
    private func isMovingOn(_ fix: Fix, from first: Coordinate, after last: Coordinate) -> Bool? {
        let moved = first.distanceMeters(to: fix.position)
        guard moved > max(Self.minMeters, FixCheck.accuracy(fix.horizontalAccuracyMeters)) else { return nil }
        return last.distanceMeters(to: fix.position) - last.distanceMeters(to: first) > moved / 2
    }
}
