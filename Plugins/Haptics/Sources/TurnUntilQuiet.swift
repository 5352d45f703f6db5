import Glibc
import NavigationEvents

/// Vibrates until its wearer faces the target: a calmed heading, and decisions that do not tremble.
struct TurnUntilQuiet: Sendable {
    let limits: SteeringLimits
    private(set) var steering = Steering.quiet
    private var heading: (degrees: Double, time: Timestamp)?
    /// Since when the opposite of the present state is wanted.
    private var changeWantedSince: Timestamp?
    /// The side that was chosen while the target lay behind.
    private var latchedSide: Side?

    init(limits: SteeringLimits = SteeringLimits()) { self.limits = limits }

    /// Takes a heading and the bearing of the target, both true, in degrees; forgets all when time runs backwards.
    mutating func update(trueHeading: Double, bearing: Double, time: Timestamp) -> Steering {
        guard trueHeading.isFinite, bearing.isFinite else { return steering }
        if let heading, time < heading.time { self = TurnUntilQuiet(limits: limits) }
        let facing = calmed(trueHeading, time)
        let error = Angle.turn(from: facing, to: bearing)
        let isOff = limits.isOffCourse(trueHeading: facing, bearing: bearing, wasOffCourse: !steering.isQuiet)
        steering = settled(isOff: isOff, at: time) ? .turn(side(error), errorDegrees: abs(error)) : .quiet
        if steering.isQuiet { latchedSide = nil }
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

    /// Whether one counts as off course: a change counts once it has lasted.
    private mutating func settled(isOff: Bool, at time: Timestamp) -> Bool {
        let wasOff = !steering.isQuiet
        guard isOff != wasOff else {
            changeWantedSince = nil
            return wasOff
        }
        let since = changeWantedSince ?? time
        changeWantedSince = since
        guard time.seconds(since: since) >= limits.debounceSeconds else { return wasOff }
        changeWantedSince = nil
        return isOff
    }

    private mutating func side(_ error: Double) -> Side {
        let nearer: Side = error < 0 ? .left : .right
        if abs(error) > limits.behindDegrees { latchedSide = latchedSide ?? nearer }
        if abs(error) < limits.behindUntilDegrees { latchedSide = nil }
        return latchedSide ?? nearer
    }
}
