import Geodesy
import Glibc
import NavigationEvents

/// Decides whether a fix inside a tunnel is believed.
///
/// Phones keep reporting the portal, or positions somewhere beside it. Only a fix that is accurate, lies on the line
/// where dead reckoning expects the vehicle, and reports a speed that the vehicle can have, is a position; during any
/// other, the vehicle moves on by dead reckoning.
struct TunnelCheck {
    /// After this time without a fix that is believed, any is, seconds.
    static let maxSeconds = 1800.0
    /// Metres before the exit within which they may be in view again.
    private static let exitMeters = 20.0
    private static let maxAccuracyMeters = 25.0
    private static let minToleranceMeters = 20.0
    /// Growth of the tolerance with the distance since the last position, metres for each metre.
    private static let toleranceGrowth = 0.15
    /// Changes of speed in metres per second: of measurements, and within a second by braking.
    private static let speedTolerance = 2.0
    private static let maxBraking = 4.0
    /// A vehicle that moves for this long as it reports, seconds, at least this fast, metres per second, and with a good
    /// accuracy, metres, is not in the tunnel, but drives above or beside it.
    private static let provingSeconds = 8.0
    private static let provingSpeed = 4.0
    private static let provingAccuracyMeters = 15.0
    /// Differences between a movement and the reported velocity: metres, and for each metre.
    private static let movementTolerance = (meters: 3.0, perMeter: 0.2)

    /// The last position, as received.
    private var position: Coordinate?
    private var last: (time: Timestamp, position: Coordinate, east: Double, north: Double)?
    private var consistentSeconds = 0.0

    /// Whether a fix repeats the position of the last one.
    mutating func isRepeated(_ fix: Fix) -> Bool {
        defer { position = fix.position }
        return position == fix.position
    }

    /// Forgets the fixes that were not believed.
    mutating func forget() { (last, consistentSeconds) = (nil, 0) }

    /// Whether a fix that is doubtful by itself is believed, since several in a row moved as they reported.
    mutating func isProven(by fix: Fix, _ observation: Observation) -> Bool {
        let east = observation.speed * observation.courseEast
        let north = observation.speed * observation.courseNorth
        defer { last = (fix.time, fix.position, east, north) }
        let isGood = observation.isSpeedMeasured && observation.accuracy <= Self.provingAccuracyMeters
        guard isGood, observation.hasCourse, observation.speed >= Self.provingSpeed, let last else {
            consistentSeconds = 0
            return false
        }
        let seconds = fix.time.seconds(since: last.time)
        let moved = LocalScale(at: fix.position).offsetMeters(from: last.position, to: fix.position)
        let error = hypot(
            moved.east - (east + last.east) / 2 * seconds, moved.north - (north + last.north) / 2 * seconds)
        let tolerance =
            Self.movementTolerance.meters + Self.movementTolerance.perMeter * observation.speed * seconds
        consistentSeconds = error <= tolerance ? consistentSeconds + seconds : 0
        return consistentSeconds >= Self.provingSeconds
    }

    /// Whether a fix is not believed.
    ///
    /// - Parameters:
    ///   - observation: The fix.
    ///   - isRepeated: Whether it repeats the position of the last one.
    ///   - wheelSpeed: The speed of the wheels, metres per second, if it is known.
    ///   - expected: The position by dead reckoning at its time.
    ///   - origin: The position as of the last fix that was believed.
    ///   - tunnel: The first tunnel since then.
    ///   - seconds: Seconds since then.
    ///   - route: The route.
    static func isDoubtful(
        _ observation: Observation, isRepeated: Bool, wheelSpeed: Double?, expected: Tracker, origin: Tracker,
        in tunnel: RouteModel.Stretch<Void>, seconds: Double, on route: FollowedRoute
    ) -> Bool {
        let (along, start) = (expected.distanceAlongRouteMeters, origin.distanceAlongRouteMeters)
        let tolerance = max(minToleranceMeters, toleranceGrowth * (along - start)) + observation.accuracy
        let from = max(min(along, start) - tolerance, 0)
        let reach = max(along + DeadReckoning.holdAfterTunnelMeters, start + route.limits.maxSpeed * seconds)
        let point = route.model.find(
            observation,
            RoutePointQuery(
                within: from...max(reach, from), radius: max(minToleranceMeters, 2 * observation.accuracy),
                minAgreement: 0.5, expectedAlongMeters: along))
        guard let point else { return true }
        if isBehind(tunnel, point, observation, on: route.model) { return false }
        // A vehicle that moves is not twice at the same place, even if it brakes.
        if isRepeated, origin.speed > Motion.courseNeedsSpeed { return true }
        let isExpected = (point.distanceAlongRouteMeters - along).magnitude <= tolerance
        let speedChange = (observation.speed - (wheelSpeed?.magnitude ?? origin.speed)).magnitude
        let braking = wheelSpeed == nil ? maxBraking * seconds : 0
        return observation.accuracy > maxAccuracyMeters || !isExpected || speedChange > speedTolerance + braking
    }

    /// Whether a fix is clearly behind the exit, in the open: the vehicle was faster or slower than assumed, and each
    /// correction counts before the next tunnel.
    private static func isBehind(
        _ tunnel: RouteModel.Stretch<Void>, _ point: RoutePoint, _ observation: Observation, on model: RouteModel
    ) -> Bool {
        let uncertainty = max(observation.accuracy - maxAccuracyMeters, 0)
        guard point.distanceAlongRouteMeters > tunnel.to - exitMeters + uncertainty else { return false }
        let next = model.stretch(of: model.tunnels, at: point.distanceAlongRouteMeters)
        return next == nil || next?.from == tunnel.from
    }
}
