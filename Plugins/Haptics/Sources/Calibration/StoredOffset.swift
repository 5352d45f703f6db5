import NavigationEvents

/// How a compass sits on its wearer, as it is kept.
struct StoredOffset: Hashable, Sendable {
    /// How it was found out.
    enum Origin: String, CaseIterable, Sendable {
        /// Its wearer faced true north.
        case facingNorth = "facing north"
        /// While its wearer walked straight on.
        case learned
    }

    /// After so long it is to be done again: straps wear, and magnets come and go.
    static let mostAgeSeconds = 90.0 * 86_400
    /// Whose compass trembled more while they faced north is better off to do it again elsewhere.
    static let mostSpreadDegrees = 10.0
    /// A calibration is fresh for so long: what is learned moves it by ``mostFreshCorrectionDegrees`` at most.
    static let freshSeconds = 86_400.0
    /// Who has just faced north knows better than satellites do, but for a strap that has slipped a little.
    static let mostFreshCorrectionDegrees = 10.0
    /// And later too there is more of buses and trams, whose passengers sit as they like, than of straps that slip.
    static let mostCorrectionDegrees = 30.0

    /// Heading of the compass while its wearer faces true north, 0..<360.
    var degrees: Double
    /// How much it trembled meanwhile: a circular standard deviation.
    var spreadDegrees: Double
    var origin: Origin
    /// When it was found out, by the clock of this machine.
    var time: Timestamp

    /// By how much what is learned may move it.
    func mostCorrectionDegrees(at now: Timestamp) -> Double {
        switch origin {
        case .facingNorth: isFresh(at: now) ? Self.mostFreshCorrectionDegrees : Self.mostCorrectionDegrees
        case .learned: 180
        }
    }

    /// Whether its wearer has faced north within a day of this moment.
    func isFresh(at now: Timestamp) -> Bool {
        origin == .facingNorth && abs(now.seconds(since: time)) < Self.freshSeconds
    }
}
