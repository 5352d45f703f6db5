/// Compares the speed that a receiver reports with the movement of its positions, on straight stretches.
///
/// Some programs report knots or kilometres per hour where metres per second are meant. Several stretches in a row with
/// the same ratio show the unit. Until then, a speed that contradicts the movement grossly counts as unknown.
struct SpeedCheck {
    /// A stretch is at least this long, and is given up if it takes longer.
    private static let minSeconds = 4.0
    private static let maxSeconds = 30.0
    /// A shorter one shows nothing.
    private static let minDoubtSeconds = 2.0
    private static let minMeters = 25.0
    private static let minAccuracies = 3.0
    /// Over longer intervals the speed between two fixes is unknown, seconds.
    private static let maxInterval = 2.5
    /// A stretch on which the course changes by more is not straight, degrees.
    private static let maxTurnDegrees = 25.0
    /// Stretches in a row that show another unit, the deviation of each, and that of all of them.
    private static let minStretches = 5
    private static let maxDeviation = 0.12
    private static let maxMeanDeviation = 0.06
    /// The distance by the speed contradicts that by the positions, if it is this many times greater and some metres.
    private static let contradiction = 1.5
    private static let contradictionMeters = 15.0
    /// The same for a complete stretch: several in a row contradict, or one agrees.
    private static let disagreement = 1.6
    private static let minContradictions = 2
    private static let agreement = 1.35
    /// A lower speed contradicts no movement, metres per second.
    static let doubtfulSpeed = 1.0

    /// The unit of the receiver, as far as it is known.
    private(set) var unit = SpeedUnit.metersPerSecond
    /// Whether the speed contradicts the movement: then it counts as unknown, unless it is low.
    private(set) var isDoubtful = false

    // The present stretch: its course, seconds, the distance by the reported speed, in its unit, and the displacement.
    private var course = 0.0
    private var seconds = Double.infinity
    private var reported = 0.0
    private var moved = SIMD2<Double>.zero
    private var lastSpeed = 0.0
    private var contradictions = 0

    // The stretches in a row that show another unit, with their distances by speed and by positions.
    private var candidate = SpeedUnit.metersPerSecond
    private var stretches = 0
    private var sumReported = 0.0
    private var sumMeters = 0.0

    /// Processes a fix, and converts its speed.
    ///
    /// - Parameters:
    ///   - measured: The fix; its speed is converted.
    ///   - step: Metres east and north since the previous fix, by the positions.
    ///   - interval: Seconds since then.
    /// - Returns: Whether it showed another unit.
    mutating func take(_ measured: inout MotionMeasurement, _ step: SIMD2<Double>, after interval: Double) -> Bool {
        guard let speed = measured.speed else { return false }
        let isChanged = measured.course.map { extend(to: measured, speed, $0, step, interval) } ?? false
        lastSpeed = speed
        if unit != .metersPerSecond { measured.speed = speed / unit.perMeterPerSecond }
        return isChanged
    }

    private mutating func extend(
        to measured: MotionMeasurement, _ speed: Double, _ newCourse: Double, _ step: SIMD2<Double>, _ interval: Double
    ) -> Bool {
        guard interval > 0, interval <= Self.maxInterval, isStraight(newCourse), seconds + interval <= Self.maxSeconds
        else {
            begin(newCourse)
            return false
        }
        seconds += interval
        reported += (lastSpeed + speed) / 2 * interval
        moved += step
        guard seconds >= Self.minDoubtSeconds else { return false }
        let driven = reported / unit.perMeterPerSecond
        let meters = (moved * moved).sum().squareRoot()
        if driven > Self.contradiction * meters + Self.contradictionMeters + 2 * measured.accuracy { isDoubtful = true }
        guard seconds >= Self.minSeconds, meters >= max(Self.minMeters, Self.minAccuracies * measured.accuracy)
        else { return false }
        contradictions = driven > Self.disagreement * meters ? contradictions + 1 : 0
        if contradictions >= Self.minContradictions { isDoubtful = true }
        if driven < Self.agreement * meters { isDoubtful = false }
        let isChanged = judge(meters)
        begin(newCourse)
        return isChanged
    }

    private func isStraight(_ newCourse: Double) -> Bool {
        let turn = (newCourse - course).magnitude
        return turn <= Self.maxTurnDegrees || turn >= 360 - Self.maxTurnDegrees
    }

    private mutating func begin(_ newCourse: Double) {
        (course, seconds, reported, moved) = (newCourse, 0, 0, .zero)
    }

    /// Judges a complete stretch; `true` if it shows another unit.
    private mutating func judge(_ meters: Double) -> Bool {
        let ratio = reported / meters
        guard let shown = SpeedUnit.allCases.first(where: { deviation(ratio, of: $0) <= Self.maxDeviation }) else {
            return false
        }
        if shown != candidate { (candidate, stretches, sumReported, sumMeters) = (shown, 0, 0, 0) }
        guard shown != unit else { return false }
        stretches += 1
        sumReported += reported
        sumMeters += meters
        guard stretches >= Self.minStretches, deviation(sumReported / sumMeters, of: shown) <= Self.maxMeanDeviation
        else { return false }
        (unit, isDoubtful) = (shown, false)
        return true
    }

    private func deviation(_ ratio: Double, of unit: SpeedUnit) -> Double {
        (ratio / unit.perMeterPerSecond - 1).magnitude
    }
}
