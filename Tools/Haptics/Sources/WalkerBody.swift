import Geodesy
import Glibc
import Platform
import Positions

/// The simulated body of a walker: it needs time to react and to turn, turns inexactly, and veers without a line to
/// follow.
struct WalkerBody: Sendable {
    /// The usual walking speed, metres per second.
    static let usualSpeedMetersPerSecond = 1.3
    /// Metres per second squared.
    private static let acceleration = 1.0
    private static let turningDegreesPerSecond = 80.0
    /// The time from the end of a rhythm to the beginning of the turn.
    private static let reactionSeconds = 0.4
    /// Standard deviation of a turn, as a share of its angle.
    private static let turningError = 0.2
    /// The walker stops for a turn by more than this.
    private static let stopsForDegrees = 60.0
    /// Standard deviation of veering, degrees per second, and the time constant of its changes.
    private static let veering = 1.5
    private static let veeringSeconds = 8.0

    private(set) var position: PlanePoint
    private(set) var facingDegrees: Double
    /// Metres per second.
    private(set) var speed = 0.0
    private(set) var walkedMeters = 0.0
    private var turnLeftDegrees = 0.0
    private var coming: (atSeconds: Double, degrees: Double)?
    /// The end of the last turn, seconds.
    private(set) var turnedAt = -10.0
    private var veer = 0.0
    private var generator: SplitMix64

    init(at position: PlanePoint, facing degrees: Double, seed: UInt64) {
        self.position = position
        facingDegrees = Angle.normalized(degrees)
        generator = SplitMix64(seed: seed)
    }

    /// Plans a turn, positive to the right; the rest of the previous turn is dropped.
    mutating func turn(by degrees: Double, at seconds: Double) {
        coming = (seconds + Self.reactionSeconds, degrees * (1 + Self.turningError * generator.normal()))
    }

    /// Simulates a time step.
    ///
    /// - Parameters:
    ///   - step: The duration of the step, seconds.
    ///   - seconds: The time of the walk.
    ///   - pace: The wanted speed, 0...1 of the usual speed.
    mutating func advance(for step: Double, at seconds: Double, pace: Double) {
        if let turn = coming, seconds >= turn.atSeconds {
            turnLeftDegrees = turn.degrees
            coming = nil
        }
        let most = Self.turningDegreesPerSecond * step
        let turned = min(max(turnLeftDegrees, -most), most)
        turnLeftDegrees -= turned
        if turnLeftDegrees != 0 || coming != nil { turnedAt = seconds }
        let keep = exp(-step / Self.veeringSeconds)
        veer = keep * veer + (1 - keep * keep).squareRoot() * Self.veering * generator.normal()
        facingDegrees = Angle.normalized(facingDegrees + turned + (speed > 0.1 ? veer * step : 0))
        let wanted = abs(turnLeftDegrees) > Self.stopsForDegrees ? 0 : pace * Self.usualSpeedMetersPerSecond
        let change = Self.acceleration * step
        speed += min(max(wanted - speed, -change), change)
        position = position.moved(speed * step, towards: facingDegrees)
        walkedMeters += speed * step
    }
}
