import NavigationEvents
import Platform

/// A calibration that goes on. Its seconds count from what comes first after it was asked for: by the time of the drive, or
/// where that stands still for want of positions, by the clock of this process.
struct CalibrationRun {
    /// Which one of this process, from 1.
    let number: UInt64
    /// Seconds of the drive when it was asked for.
    private let driveSeconds: Double
    private let clock: @Sendable () -> Double
    private var calibrator = Calibrator(at: 0)
    private var began: (time: Timestamp, clock: Double)?
    private var seconds = 0.0
    /// When a compass said anything last, by the clock of this process.
    private var heardAt: Double?

    /// - Parameter clock: Seconds that never go back.
    init(
        number: UInt64, driveSeconds: Double = 0,
        clock: @escaping @Sendable () -> Double = { Double(MonotonicInstant.now.milliseconds) / 1000 }
    ) {
        (self.number, self.driveSeconds, self.clock) = (number, driveSeconds, clock)
    }

    /// Takes a heading.
    ///
    /// - Parameter wanted: The compass in use.
    mutating func take(
        _ degrees: Double, isClear: Bool, of source: String, wanted: String?, at time: Timestamp
    ) -> [Calibrator.Step] {
        heardAt = clock()
        advanceClock(to: time)
        return isClear
            ? calibrator.take(degrees, of: source, wanted: wanted, at: seconds) : calibrator.takeVague(at: seconds)
    }

    /// Takes what a position says of its wearer; `nil` if it does not say whether they move.
    mutating func take(isMoving: Bool?, at time: Timestamp) -> [Calibrator.Step] {
        advanceClock(to: time)
        return isMoving.map { calibrator.take(isMoving: $0, at: seconds) } ?? calibrator.advance(to: seconds)
    }

    /// No position comes any more: it goes on while a compass does.
    mutating func fallSilent() -> [Calibrator.Step] {
        if let heardAt, clock() - heardAt <= SteadyHeading.mostGapSeconds { return [] }
        return calibrator.fallSilent()
    }

    /// What the seconds of the drive would be, if positions came.
    var endSeconds: Double { driveSeconds + seconds }

    private mutating func advanceClock(to time: Timestamp) {
        let begin = began ?? (time, clock())
        began = begin
        let driven = time.seconds(since: begin.time)
        // A clock that was set is the calibrator's to judge.
        seconds = abs(driven) > 2 * Calibrator.mostSeconds ? driven : max(driven, clock() - begin.clock)
    }
}
