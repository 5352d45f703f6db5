import Geodesy
import Glibc

/// Turn until quiet: filters the heading, and debounces the decision to which side to turn.
struct TurnUntilQuiet: Sendable {
    let limits: SteeringLimits
    private(set) var steering = Steering.quiet
    private var heading: (degrees: Double, seconds: Double)?
    private var rawSteering = RawSteering()
    /// When the present side was first wanted.
    private var sideSince: Double?

    init(limits: SteeringLimits = SteeringLimits()) { self.limits = limits }

    /// Updates the result with a heading and the bearing of the target, both in degrees from true north. Resets when
    /// time goes back.
    mutating func update(trueHeading: Double, bearing: Double, seconds: Double) -> Steering {
        guard trueHeading.isFinite, bearing.isFinite, seconds.isFinite else { return steering }
        if let heading, seconds < heading.seconds { reset() }
        let facing = filtered(trueHeading, seconds)
        let next = limits.rawSteering(trueHeading: facing, bearing: bearing, before: rawSteering)
        if next.side != rawSteering.side { sideSince = seconds }
        rawSteering = next
        steering = debounced(errorDegrees: abs(Angle.turn(from: facing, to: bearing)), at: seconds)
        return steering
    }

    /// Whether the heading of the wearer is known.
    var hasHeading: Bool { heading != nil }

    /// Forgets the heading, when there is no target or no heading.
    mutating func reset() {
        self = TurnUntilQuiet(limits: limits)
    }

    /// The heading after the low-pass filter, which turns the short way round.
    private mutating func filtered(_ degrees: Double, _ seconds: Double) -> Double {
        guard let last = heading else {
            heading = (Angle.normalized(degrees), seconds)
            return Angle.normalized(degrees)
        }
        let share = 1 - exp(-(seconds - last.seconds) / limits.smoothingSeconds)
        let next = Angle.normalized(last.degrees + share * Angle.turn(from: last.degrees, to: degrees))
        heading = (next, seconds)
        return next
    }

    /// The result after the debounce.
    private func debounced(errorDegrees: Double, at seconds: Double) -> Steering {
        guard let side = rawSteering.side, let sideSince, seconds - sideSince >= limits.debounceSeconds - 1e-9 else {
            return .quiet
        }
        return .turn(side, errorDegrees: errorDegrees)
    }
}
