import Geodesy
import Glibc
import NavigationEvents

/// Learns the offset of a compass while its wearer walks straight on, and so faces the direction of movement.
///
/// Only stretches of more than five seconds count, faster than a metre a second, on which the direction of movement
/// stays within twenty degrees of its mean: in a turn the two directions differ, and at low speed the direction is
/// random.
struct OffsetEstimator: Hashable, Sendable {
    static let minSpeedMetersPerSecond = 1.0
    static let minSeconds = 5.0
    static let straightDegrees = 20.0
    /// A longer gap ends a stretch.
    static let maxGapSeconds = 2.5
    /// The half-life of what was learned, in seconds of walking straight on.
    static let halfLifeSeconds = 300.0
    /// The weight of the offset that was known before, in seconds of walking straight on.
    static let priorSeconds = 30.0

    private struct Step: Hashable, Sendable {
        var seconds: Double
        /// Seconds since the previous step.
        var length: Double
        var course: Double
        var difference: Double
        var isCounted = false
    }

    private var stretch: [Step] = []
    private var mean = CircularMean()

    /// Adds a fix with the heading at its time.
    ///
    /// - Parameters:
    ///   - device: The heading of the compass, degrees.
    ///   - course: The direction of movement, degrees; `nil` if there is none.
    ///   - speed: Metres per second.
    ///   - seconds: The time of the fix.
    mutating func handle(device: Double, course: Double?, speed: Double, at seconds: Double) {
        guard let course, device.isFinite, speed > Self.minSpeedMetersPerSecond, seconds.isFinite,
            let course = PhysicalRange.direction(course)
        else { return stretch = [] }
        var length = 0.0
        if let last = stretch.last {
            length = seconds - last.seconds
            guard length != 0 else { return }
            if length < 0 || length > Self.maxGapSeconds { (stretch, length) = ([], 0) }
        }
        stretch.append(
            Step(seconds: seconds, length: length, course: course, difference: Angle.normalized(device - course)))
        // Steps before a turn belong to another stretch. A wide bend does not end a stretch.
        while stretch.count > 1, !isStraight || stretchSeconds > 2 * Self.minSeconds { stretch.removeFirst() }
        if stretchSeconds >= Self.minSeconds { count() }
    }

    /// The weight of what was learned, in seconds of walking straight on.
    var learnedSeconds: Double { mean.weight }
    /// The unsteadiness of the heading: a circular standard deviation, degrees.
    var deviationDegrees: Double { mean.deviationDegrees }

    /// The offset to use.
    ///
    /// - Parameters:
    ///   - known: The offset that was known before; `nil` if none: then only what was learned counts.
    ///   - maxDegrees: The maximum distance from the known offset.
    func offset(known: Double?, maxDegrees: Double) -> Double? {
        guard let learned = mean.degrees, learnedSeconds > 0 else { return known }
        guard let known else { return learned }
        let share = learnedSeconds / (learnedSeconds + Self.priorSeconds)
        let wanted = share * Angle.turn(from: known, to: learned)
        return Angle.normalized(known + min(max(wanted, -maxDegrees), maxDegrees))
    }

    /// The learned offset, regardless of the offset that was known before.
    var learnedDegrees: Double? { learnedSeconds > 0 ? mean.degrees : nil }

    private var stretchSeconds: Double {
        guard let first = stretch.first, let last = stretch.last else { return 0 }
        return last.seconds - first.seconds
    }

    private var isStraight: Bool {
        guard let course = CircularMean(stretch.map(\.course)).degrees else { return false }
        return stretch.allSatisfy { abs(Angle.turn(from: course, to: $0.course)) <= Self.straightDegrees }
    }

    /// Counts all steps of a stretch that has proved long enough.
    private mutating func count() {
        for index in stretch.indices where !stretch[index].isCounted {
            stretch[index].isCounted = true
            mean.fade(by: exp2(-stretch[index].length / Self.halfLifeSeconds))
            mean.add(stretch[index].difference, weight: stretch[index].length)
        }
    }
}
