import NavigationEvents
import Platform

/// A calibration in progress. Its seconds count from the first event after the request: by the time of the drive, or,
/// if that stands still without positions, by the clock of this process.
struct CalibrationRun {
    /// The number of the calibration in this process, from 1.
    let number: UInt64
    /// Seconds of the drive at the request.
    private let driveSeconds: Double
    private let clock: @Sendable () -> Double
    private var calibrator = Calibrator(at: 0)
    private var began: (time: Timestamp, clock: Double)?
    private var seconds = 0.0
    /// The time of the last heading of any compass, by the clock of this process.
    private var lastHeadingAt: Double?

    /// Starts a calibration.
    ///
    /// - Parameters:
    ///   - number: The number of the calibration in this process.
    ///   - driveSeconds: Seconds of the drive.
    ///   - clock: Seconds that never go back.
    init(
        number: UInt64, driveSeconds: Double = 0,
        clock: @escaping @Sendable () -> Double = { Double(MonotonicInstant.now.milliseconds) / 1000 }
    ) {
        (self.number, self.driveSeconds, self.clock) = (number, driveSeconds, clock)
    }

    /// Handles a heading.
    ///
    /// - Parameters:
    ///   - degrees: The heading of the compass.
    ///   - isClear: Whether it is accurate enough.
    ///   - source: The name of the compass.
    ///   - wanted: The compass in use.
    ///   - time: The time of the heading.
    /// - Returns: The actions to perform.
    mutating func handle(
        _ degrees: Double, isClear: Bool, of source: String, wanted: String?, at time: Timestamp
    ) -> [Calibrator.Step] {
        lastHeadingAt = clock()
        advanceClock(to: time)
        return isClear
            ? calibrator.handle(degrees, of: source, wanted: wanted, at: seconds)
            : calibrator.handleInaccurateHeading(at: seconds)
    }

    /// Handles the movement of the wearer at a fix; `nil` if the fix has no speed.
    mutating func handle(isMoving: Bool?, at time: Timestamp) -> [Calibrator.Step] {
        advanceClock(to: time)
        return isMoving.map { calibrator.handle(isMoving: $0, at: seconds) } ?? calibrator.advance(to: seconds)
    }

    /// Handles the absence of positions: the calibration continues while a compass sends headings.
    mutating func fallSilent() -> [Calibrator.Step] {
        if let lastHeadingAt, clock() - lastHeadingAt <= SteadyHeading.maxGapSeconds { return [] }
        return calibrator.fallSilent()
    }

    /// Seconds of the drive now, as if positions had arrived.
    var endSeconds: Double { driveSeconds + seconds }

    private mutating func advanceClock(to time: Timestamp) {
        let begin = began ?? (time, clock())
        began = begin
        let driven = time.seconds(since: begin.time)
        // The calibrator handles a clock that was set.
        seconds = abs(driven) > 2 * Calibrator.maxSeconds ? driven : max(driven, clock() - begin.clock)
    }
}
