import NavigationEvents

/// The stored offset of a compass.
struct StoredOffset: Hashable, Sendable {
    /// How the offset was determined.
    enum Origin: String, CaseIterable, Sendable {
        /// A calibration, while the wearer faced true north.
        case facingNorth = "facing north"
        /// Learned while the wearer walked straight on.
        case learned
    }

    /// The validity of an offset: straps wear, and magnets come and go.
    static let maxAgeSeconds = 90.0 * 86_400
    /// A calibration with a larger spread should be repeated elsewhere, degrees.
    static let maxSpreadDegrees = 10.0
    /// A calibration is fresh for this time: a learned offset corrects it by ``maxFreshCorrectionDegrees`` at most.
    static let freshSeconds = 86_400.0
    /// A fresh calibration is more accurate than learning, except for a strap that has slipped a little.
    static let maxFreshCorrectionDegrees = 10.0
    /// Later, too, large differences are caused by passengers of buses and trams rather than by straps that slip.
    static let maxCorrectionDegrees = 30.0

    /// The heading of the compass while its wearer faces true north, 0..<360.
    var degrees: Double
    /// The unsteadiness of the heading: a circular standard deviation.
    var spreadDegrees: Double
    var origin: Origin
    /// The time of the determination, by the clock of this machine.
    var time: Timestamp

    /// The maximum correction by a learned offset.
    func maxCorrectionDegrees(at now: Timestamp) -> Double {
        switch origin {
        case .facingNorth: isFresh(at: now) ? Self.maxFreshCorrectionDegrees : Self.maxCorrectionDegrees
        case .learned: 180
        }
    }

    /// Whether the wearer has faced north within a day of a time.
    func isFresh(at now: Timestamp) -> Bool {
        origin == .facingNorth && abs(now.seconds(since: time)) < Self.freshSeconds
    }
}
