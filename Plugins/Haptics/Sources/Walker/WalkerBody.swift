import Geodesy
import Glibc
import Platform
import Positions

/// The body of a walker, which does nothing at once and nothing exactly: it needs time to react and to turn, it turns
/// too far or not far enough, and who sees no line to follow veers.
struct WalkerBody: Sendable {
    /// Metres per second at an easy pace.
    static let usualSpeed = 1.3
    /// Metres per second squared.
    private static let acceleration = 1.0
    private static let turningDegreesPerSecond = 80.0
    /// From the end of what is felt to the beginning of the turn.
    private static let reactionSeconds = 0.4
    /// Standard deviation of a turn, as a share of it.
    private static let turningError = 0.2
    /// Who has to turn further than this stops for it.
    private static let stopsForDegrees = 60.0
    /// Degrees per second of veering, standard deviation, and for how long it goes the same way.
    private static let veering = 1.5
    private static let veeringSeconds = 8.0

    private(set) var place: PlanePoint
    private(set) var facingDegrees: Double
    /// Metres per second.
    private(set) var speed = 0.0
    private(set) var walkedMeters = 0.0
    private var turnLeftDegrees = 0.0
    private var coming: (atSeconds: Double, degrees: Double)?
    /// When the last turn was done, seconds.
    private(set) var turnedAt = -10.0
    private var veer = 0.0
    private var dice: SplitMix64

    init(at place: PlanePoint, facing degrees: Double, seed: UInt64) {
        self.place = place
        facingDegrees = Angle.normalized(degrees)
        dice = SplitMix64(seed: seed)
    }

    /// Decides to turn, positive to the right; what was left of the turn before is given up.
    mutating func turn(by degrees: Double, at seconds: Double) {
        coming = (seconds + Self.reactionSeconds, degrees * (1 + Self.turningError * dice.normal()))
    }

    /// Lives for a moment.
    ///
    /// - Parameter pace: How fast it wants to walk, 0...1 of the usual speed.
    mutating func live(for step: Double, at seconds: Double, pace: Double) {
        if let turn = coming, seconds >= turn.atSeconds {
            turnLeftDegrees = turn.degrees
            coming = nil
        }
        let most = Self.turningDegreesPerSecond * step
        let turned = min(max(turnLeftDegrees, -most), most)
        turnLeftDegrees -= turned
        if turnLeftDegrees != 0 || coming != nil { turnedAt = seconds }
        let keep = exp(-step / Self.veeringSeconds)
        veer = keep * veer + (1 - keep * keep).squareRoot() * Self.veering * dice.normal()
        facingDegrees = Angle.normalized(facingDegrees + turned + (speed > 0.1 ? veer * step : 0))
        let wanted = abs(turnLeftDegrees) > Self.stopsForDegrees ? 0 : pace * Self.usualSpeed
        let change = Self.acceleration * step
        speed += min(max(wanted - speed, -change), change)
        place = place.moved(speed * step, towards: facingDegrees)
        walkedMeters += speed * step
    }
}
