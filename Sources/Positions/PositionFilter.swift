import Geodesy
public import NavigationEvents

/// Validates fixes and smooths their positions, with a constant-velocity model, speed and course as separate
/// measurements, and a gate for implausible positions.
///
/// The first fix is returned unchanged, and so is one that the filter cannot smooth. A rejected fix is not a position;
/// the rejection has the reason. The filter has no clock: the times of the fixes count.
public struct PositionFilter: Sendable {
    /// After an interval of this length the movement is unknown and the filter restarts, seconds.
    static let maxGapSeconds = 120.0
    /// Metres per second at which even coarse receivers report different positions ten times a second.
    private static let movingSpeed = 3.0
    /// Longer intervals are gaps, seconds.
    private static let maxInterval = 2.0
    /// Change of the latitude after which metres per degree are computed again.
    private static let scaleDegrees = 0.05

    private let mode: TravelMode
    private var lastTime: Timestamp?
    /// The position of the last used fix, as received.
    private var lastPosition: Coordinate?
    /// Whether the receiver repeats its position although it moves.
    private var isHanging = false
    /// Seconds between the last two used fixes.
    private var interval = 1.0
    private var estimate: MotionEstimate?
    private var outliers = OutlierRun()
    private var clockStep = ClockStep()
    private var speedCheck = SpeedCheck()
    private var lag = PositionLag()
    private var scale = LocalScale(latitudeDegrees: 0)
    private var scaleLatitude = 0.0
    private var problem: PositionProblem?

    /// Makes a filter for one source; a pedestrian's movement changes more slowly than a car's.
    public init(mode: TravelMode = .car) {
        self.mode = mode
    }

    /// Makes a filter for the same source with another mode: it knows what the other one learned about the receiver.
    public init(mode: TravelMode, after other: PositionFilter) {
        self.mode = mode
        (clockStep, speedCheck, lag) = (other.clockStep, other.speedCheck, other.lag)
    }

    /// Processes the next fix of the source: accepted with its smoothed position, or rejected with the reason.
    public mutating func accept(_ fix: Fix) -> FilterResult {
        var smoothed = fix
        return smooth(&smoothed).map { .rejected($0) } ?? .accepted(smoothed)
    }

    /// Processes the next fix of the source like ``accept(_:)`` and sets its smoothed position; returns the reason if
    /// the fix is rejected, and leaves it unchanged.
    ///
    /// If the clock of the receiver was set back by seconds, its times continue those before. A speed that contradicts
    /// the movement becomes unknown, and is converted once its unit is known.
    public mutating func smooth(_ fix: inout Fix) -> FixRejection? {
        let received = fix.time
        fix.time = clockStep.corrected(received)
        guard let rejection = judge(&fix, received: received) else { return nil }
        fix.time = received
        return rejection
    }

    /// A time of the source on the clock of the accepted fixes.
    public func corrected(_ time: Timestamp) -> Timestamp { clockStep.corrected(time) }

    /// The problem of the receiver that the last fix showed; `nil` if there is none, or none that is new. To be called
    /// after each fix.
    public mutating func takeProblem() -> PositionProblem? {
        guard problem != nil else { return nil }
        defer { problem = nil }
        return problem
    }

    @inline(__always)
    private mutating func judge(_ fix: inout Fix, received: Timestamp) -> FixRejection? {
        switch FixCheck.verdict(
            at: fix.position, fix.time, accuracyMeters: fix.horizontalAccuracyMeters, after: lastTime)
        {
        case .rejected(.oldTime):
            guard isClockSetBack(fix) else { return .oldTime }
            fix.time = clockStep.corrected(received)
        case .rejected(let rejection): return rejection
        case .clockSetBack:
            restart()
            fix.time = received
        case .usable:
            clockStep.forgetOldFixes()
            if let lastTime, clockStep.isUndone(at: fix.time, after: lastTime, interval: interval) {
                fix.time = received
            }
        }
        return filter(&fix)
    }

    private mutating func isClockSetBack(_ fix: Fix) -> Bool {
        guard let lastPosition, let lastTime,
            let seconds = clockStep.secondsSetBack(by: fix, after: lastPosition, at: lastTime, interval: interval)
        else { return false }
        problem = .clockSetBack(seconds: seconds)
        return true
    }

    private mutating func filter(_ fix: inout Fix) -> FixRejection? {
        var measured = MotionMeasurement(fix)
        // A receiver that hangs may still report speed and course. At this speed no position occurs twice.
        if measured.position == lastPosition, isHanging || (fix.speedMetersPerSecond ?? 0) > Self.movingSpeed {
            isHanging = true
            return .repeated
        }
        isHanging = false
        let seconds = lastTime.map { max(measured.time.seconds(since: $0), 0) } ?? 0
        let step = step(to: measured.position)
        lastPosition = measured.position
        lastTime = measured.time
        if seconds > 0 { interval = min(seconds, Self.maxInterval) }
        check(&fix, &measured, step, seconds)
        guard seconds <= Self.maxGapSeconds, let isExplained = estimate?.take(measured, after: seconds, mode: mode)
        else {
            return begin(at: &fix, measured)
        }
        guard isExplained else { return outliers.agrees(fix) ? begin(at: &fix, measured) : .outlier }
        outliers.forget()
        let position = estimate?.position
        // Without a measured velocity, smoothed positions would lag at every turn and change of speed, by more than
        // their noise.
        let isVelocityKnown = measured.speed.map { $0 < Self.movingSpeed || measured.course != nil } ?? false
        fix.smoothedPosition = isVelocityKnown ? position ?? measured.position : measured.position
        if position == nil { estimate = nil }
        return nil
    }

    /// Metres east and north since the last used position.
    @inline(__always)
    private mutating func step(to position: Coordinate) -> SIMD2<Double> {
        guard let lastPosition else { return .zero }
        if (position.latitudeDegrees - scaleLatitude).magnitude > Self.scaleDegrees {
            (scale, scaleLatitude) = (LocalScale(at: position), position.latitudeDegrees)
        }
        let (east, north) = scale.offsetMeters(from: lastPosition, to: position)
        return SIMD2(east, north)
    }

    /// Corrects what the receiver reports wrongly, as far as it is known.
    @inline(__always)
    private mutating func check(
        _ fix: inout Fix, _ measured: inout MotionMeasurement, _ step: SIMD2<Double>, _ seconds: Double
    ) {
        if speedCheck.take(&measured, step, after: seconds) {
            problem = .speedUnit(speedCheck.unit)
            lag = PositionLag()
        }
        let lagging = lag.take(
            measured.velocity, step, after: seconds,
            isReliable: !speedCheck.isDoubtful && measured.accuracy <= PositionLag.maxAccuracyMeters)
        if lag.seconds > 0 {
            measured.position = scale.moved(measured.position, eastMeters: lagging.x, northMeters: lagging.y)
        }
        if speedCheck.isDoubtful, (measured.speed ?? 0) > SpeedCheck.doubtfulSpeed { measured.speed = nil }
        if measured.speed != fix.speedMetersPerSecond { fix.speedMetersPerSecond = measured.speed }
    }

    private mutating func restart() {
        self = PositionFilter(mode: mode, after: self)
        clockStep.reset()
    }

    private mutating func begin(at fix: inout Fix, _ measured: MotionMeasurement) -> FixRejection? {
        estimate = MotionEstimate(at: measured)
        outliers = OutlierRun()
        fix.smoothedPosition = measured.position
        return nil
    }
}
