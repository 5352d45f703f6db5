import Geodesy
import Glibc
import NavigationEvents

/// Learns how a compass sits on its wearer while they walk straight on: then the direction of movement is where they face.
///
/// Only whole stretches count, of more than five seconds at more than a metre a second, along which the direction of
/// movement stays within twenty degrees of its mean: in a turn the two differ, and slower the direction is chance.
struct OffsetEstimator: Hashable, Sendable {
    static let leastSpeed = 1.0
    static let leastSeconds = 5.0
    static let straightDegrees = 20.0
    /// A stretch with a longer gap is two.
    static let mostGapSeconds = 2.5
    /// What was learned counts half as much after so many seconds of walking straight on.
    static let halfLifeSeconds = 300.0
    /// As much counts what was known before, in seconds of walking straight on.
    static let priorSeconds = 30.0

    private struct Step: Hashable, Sendable {
        var seconds: Double
        /// Since the step before it.
        var length: Double
        var course: Double
        var difference: Double
        var isCounted = false
    }

    private var stretch: [Step] = []
    private var mean = CircularMean()

    /// Takes a moment of walking.
    ///
    /// - Parameters:
    ///   - device: The heading as the compass says it, degrees.
    ///   - course: The direction of movement, degrees; `nil` if there is none.
    ///   - speed: Metres per second.
    mutating func take(device: Double, course: Double?, speed: Double, at seconds: Double) {
        guard let course, device.isFinite, speed > Self.leastSpeed, seconds.isFinite,
            let course = PhysicalRange.direction(course)
        else { return stretch = [] }
        var length = 0.0
        if let last = stretch.last {
            length = seconds - last.seconds
            guard length != 0 else { return }
            if length < 0 || length > Self.mostGapSeconds { (stretch, length) = ([], 0) }
        }
        stretch.append(
            Step(seconds: seconds, length: length, course: course, difference: Angle.normalized(device - course)))
        // What lies before a turn belongs to another stretch. Who follows a wide bend walks straight on all the same.
        while stretch.count > 1, !isStraight || stretchSeconds > 2 * Self.leastSeconds { stretch.removeFirst() }
        if stretchSeconds >= Self.leastSeconds { count() }
    }

    /// For how many seconds of walking straight on, of those that still count.
    var learnedSeconds: Double { mean.weight }
    /// How much it trembled.
    var deviationDegrees: Double { mean.deviationDegrees }

    /// The offset to use.
    ///
    /// - Parameters:
    ///   - known: What is known from before; `nil` if nothing is: then what was learned counts alone.
    ///   - mostDegrees: How far from what is known it may lie.
    func offset(known: Double?, mostDegrees: Double) -> Double? {
        guard let learned = mean.degrees, learnedSeconds > 0 else { return known }
        guard let known else { return learned }
        let share = learnedSeconds / (learnedSeconds + Self.priorSeconds)
        let wanted = share * Angle.turn(from: known, to: learned)
        return Angle.normalized(known + min(max(wanted, -mostDegrees), mostDegrees))
    }

    /// What was learned, without what was known before.
    var learnedDegrees: Double? { learnedSeconds > 0 ? mean.degrees : nil }

    private var stretchSeconds: Double {
        guard let first = stretch.first, let last = stretch.last else { return 0 }
        return last.seconds - first.seconds
    }

    private var isStraight: Bool {
        guard let course = CircularMean(stretch.map(\.course)).degrees else { return false }
        return stretch.allSatisfy { abs(Angle.turn(from: course, to: $0.course)) <= Self.straightDegrees }
    }

    /// When a stretch proves long enough, the steps so far count as well.
    private mutating func count() {
        for index in stretch.indices where !stretch[index].isCounted {
            stretch[index].isCounted = true
            mean.fade(by: exp2(-stretch[index].length / Self.halfLifeSeconds))
            mean.add(stretch[index].difference, weight: stretch[index].length)
        }
    }
}
