import Glibc
import NavigationEvents

/// Vibrates until its wearer faces the target: a calmed heading, and decisions that do not tremble.
struct TurnUntilQuiet: Sendable {
    let limits: SteeringLimits
    private(set) var steering = Steering.quiet
    private var heading: (degrees: Double, time: Timestamp)?
    private var wish = SteeringWish()
    /// Since when its side is wished for.
    private var wishedSince: Timestamp?

    init(limits: SteeringLimits = SteeringLimits()) { self.limits = limits }

    /// Takes a heading and the bearing of the target, both true, in degrees; forgets all when time runs backwards.
    mutating func update(trueHeading: Double, bearing: Double, time: Timestamp) -> Steering {
        guard trueHeading.isFinite, bearing.isFinite else { return steering }
        if let heading, time < heading.time { reset() }
        let facing = calmed(trueHeading, time)
        let next = limits.wish(trueHeading: facing, bearing: bearing, before: wish)
        if next.side != wish.side { wishedSince = time }
        wish = next
        steering = settled(errorDegrees: abs(Angle.turn(from: facing, to: bearing)), at: time)
        return steering
    }

    /// No target or no heading: silent, and the next one starts anew.
    mutating func reset() {
        self = TurnUntilQuiet(limits: limits)
    }

    /// The low-passed heading; it turns the short way round.
    private mutating func calmed(_ degrees: Double, _ time: Timestamp) -> Double {
        guard let last = heading else {
            heading = (Angle.normalized(degrees), time)
            return Angle.normalized(degrees)
        }
        let share = 1 - exp(-time.seconds(since: last.time) / limits.smoothingSeconds)
        let next = Angle.normalized(last.degrees + share * Angle.turn(from: last.degrees, to: degrees))
        heading = (next, time)
        return next
    }

    /// What is felt of a wish: one that has lasted.
    private func settled(errorDegrees: Double, at time: Timestamp) -> Steering {
        guard let side = wish.side, let wishedSince, time.seconds(since: wishedSince) >= limits.debounceSeconds else {
            return .quiet
        }
        return .turn(side, errorDegrees: errorDegrees)
    }
}
