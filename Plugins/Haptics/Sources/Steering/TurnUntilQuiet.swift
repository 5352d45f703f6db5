import Geodesy
import Glibc

/// Vibrates until its wearer faces the target: a calmed heading, and decisions that do not tremble.
struct TurnUntilQuiet: Sendable {
    let limits: SteeringLimits
    private(set) var steering = Steering.quiet
    private var heading: (degrees: Double, seconds: Double)?
    private var wish = SteeringWish()
    /// Since when its side is wished for.
    private var wishedSince: Double?

    init(limits: SteeringLimits = SteeringLimits()) { self.limits = limits }

    /// Takes a heading and the bearing of the target, both true, in degrees; forgets all when time runs backwards.
    mutating func update(trueHeading: Double, bearing: Double, seconds: Double) -> Steering {
        guard trueHeading.isFinite, bearing.isFinite, seconds.isFinite else { return steering }
        if let heading, seconds < heading.seconds { reset() }
        let facing = calmed(trueHeading, seconds)
        let next = limits.wish(trueHeading: facing, bearing: bearing, before: wish)
        if next.side != wish.side { wishedSince = seconds }
        wish = next
        steering = settled(errorDegrees: abs(Angle.turn(from: facing, to: bearing)), at: seconds)
        return steering
    }

    /// Whether it knows where its wearer faces.
    var hasHeading: Bool { heading != nil }

    /// No target or no heading: silent, and the next one starts anew.
    mutating func reset() {
        self = TurnUntilQuiet(limits: limits)
    }

    /// The low-passed heading; it turns the short way round.
    private mutating func calmed(_ degrees: Double, _ seconds: Double) -> Double {
        guard let last = heading else {
            heading = (Angle.normalized(degrees), seconds)
            return Angle.normalized(degrees)
        }
        let share = 1 - exp(-(seconds - last.seconds) / limits.smoothingSeconds)
        let next = Angle.normalized(last.degrees + share * Angle.turn(from: last.degrees, to: degrees))
        heading = (next, seconds)
        return next
    }

    /// What is felt of a wish: one that has lasted.
    private func settled(errorDegrees: Double, at seconds: Double) -> Steering {
        guard let side = wish.side, let wishedSince, seconds - wishedSince >= limits.debounceSeconds - 1e-9 else {
            return .quiet
        }
        return .turn(side, errorDegrees: errorDegrees)
    }
}
