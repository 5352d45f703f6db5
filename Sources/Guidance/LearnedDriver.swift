import NavigationEvents

/// The driver of this drive: how hard this driver brakes before turns, and how long the last metres before a turn take
/// compared with the prediction of ``ApproachProfile``.
struct LearnedDriver {
    /// Share of the latest turn in the means.
    private static let weight = 0.35
    private static let factors = 0.75...1.35
    /// Range of the deceleration, in parts of the usual one.
    private static let brakings = 0.55...1.5
    /// A ratio outside this range has another cause than the driver.
    private static let plausible = 0.4...2.5
    /// A weaker deceleration is no braking, metres per second squared.
    private static let minBraking = 0.4
    /// The hardest deceleration of a turn is more than its mean, also because of noise.
    private static let meanToHardest = 0.9

    /// The ratio of the time that an approach takes to the predicted time.
    private(set) var factor = 1.0
    /// The deceleration before turns, metres per second squared.
    private(set) var braking: Double
    private let usualBraking: Double
    private var begun: (identity: UInt64, time: Timestamp, seconds: Double)?
    private var hardest = 0.0

    /// Begins with a usual driver, who brakes with `braking`, metres per second squared.
    init(braking: Double) {
        self.braking = braking
        usualBraking = braking
    }

    /// The identity of the maneuver that is approached; `nil` if nothing is learned from it.
    var approached: UInt64? { begun?.identity }

    /// Notes that the approach to a maneuver for which the vehicle slows down takes this many seconds by the prediction.
    mutating func begin(_ identity: UInt64, at time: Timestamp, seconds: Double) { begun = (identity, time, seconds) }

    /// Notes a deceleration before the maneuver, metres per second squared.
    mutating func brake(_ deceleration: Double) { hardest = max(hardest, deceleration) }

    /// Forgets the present approach: it ends otherwise than by driving, or the vehicle waits.
    mutating func interrupt() { (begun, hardest) = (nil, 0) }

    /// Learns from a passed maneuver.
    mutating func pass(at time: Timestamp) {
        defer { interrupt() }
        guard let begun, begun.seconds > 0 else { return }
        let ratio = time.seconds(since: begun.time) / begun.seconds
        guard Self.plausible.contains(ratio) else { return }
        factor = (factor + Self.weight * (ratio - factor)).clamped(to: Self.factors)
        guard hardest > Self.minBraking else { return }
        let learned = braking + Self.weight * (Self.meanToHardest * hardest - braking)
        braking = usualBraking * (learned / usualBraking).clamped(to: Self.brakings)
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
