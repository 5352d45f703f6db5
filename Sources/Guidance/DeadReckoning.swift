import Glibc
import NavigationEvents

/// Dead reckoning along the route while no fix arrives: through a tunnel with the usual speed, on a ferry by its
/// timetable, elsewhere with decreasing speed.
struct DeadReckoning {
    /// Chosen so that a moving and a stationary vehicle are equally far from the estimate at the end of the minute for
    /// which it counts.
    private static let decaySeconds = 40.0
    /// Above this speed, metres per second, the vehicle is on a road on which it rarely stops: its speed decreases more
    /// slowly, by seconds for each metre per second.
    private static let fastSpeed = 20.0
    private static let fastDecaySeconds = 12.0
    private static let stepSeconds = 1.0
    static let holdAfterTunnelMeters = 40.0
    /// A ferry is followed up to this far before its far pier, metres: only a fix shows that it has landed.
    private static let beforePierMeters = 10.0
    /// A vehicle that is slower than this, metres per second, this far before a ferry, metres, is about to board it.
    private static let standingSpeed = 1.0
    static let pierMeters = 150.0
    /// Seconds in which a ship comes to the speed of its timetable.
    private static let sailingSeconds = 20.0
    /// Timetables by which a ferry or a car train is faster than this, metres per second, are wrong.
    private static let maxSailingSpeed = 60.0
    /// Acceleration to the usual speed after a maneuver, metres per second in a second.
    private static let acceleration = 1.2
    /// Standard deviations of the position, metres for each metre that the vehicle drives if it neither slows down nor
    /// is held: it may also have stopped, less probably on a fast road.
    private static let deviationInTunnel = 0.18
    private static let deviationElsewhere = 0.35
    private static let deviationOnFerry = 0.2
    private static let deviationOfWheels = 0.01
    private static let maxHoldingSeconds = 15.0
    private static let maxHoldingSecondsAtPier = 1800.0
    private static let maxSecondsElsewhere = 60.0
    private static let maxSecondsInTunnel = 300.0
    /// After this gap the position is searched again.
    static let maxSeconds = 600.0

    /// The tracker as of the last fix.
    let origin: Tracker?
    /// The distance by the wheels, which is used while it is known.
    var wheels: WheelOdometer
    /// Their metres at the present time; `nil` if they are not known.
    private var wheelMeters: Double?
    /// The first tunnel since the last fix.
    private(set) var tunnel: RouteModel.Stretch<Void>?
    private var begin: Timestamp
    private var now: Timestamp
    private var speed: Double
    /// The speed that the vehicle reaches in a tunnel, metres per second.
    private let resumedSpeed: Double
    private let decaySeconds: Double
    /// Growth of the standard deviation outside of tunnels, metres in a second.
    private let deviationPerSecond: Double
    private var tunnelEnd: Double?
    /// The ferry that the vehicle is on: its far pier, metres along the route, and its speed by the timetable.
    private var ferry: (to: Double, speed: Double)?
    private var holdingSeconds = 0.0

    /// Begins at a fix.
    ///
    /// - Parameters:
    ///   - tracker: The position on the route then; `nil` if there is none.
    ///   - last: The fix.
    ///   - isSlowed: Whether the vehicle may be slow because of a maneuver: in a tunnel, it drives as fast as usual again.
    ///   - wheels: The distance by the wheels.
    init(of tracker: Tracker?, since last: Observation, isSlowed: Bool = false, wheels: WheelOdometer) {
        origin = tracker
        self.wheels = wheels
        wheelMeters = wheels.meters(atFix: last.time)
        (begin, now) = (last.time, last.time)
        speed = last.speed
        resumedSpeed = isSlowed ? max(last.usualSpeed, last.speed) : last.speed
        decaySeconds = Self.decaySeconds + Self.fastDecaySeconds * max(speed - Self.fastSpeed, 0)
        deviationPerSecond =
            Self.deviationElsewhere * Self.decaySeconds / decaySeconds * max(last.usualSpeed, last.speed)
    }

    /// The reliability of the estimated position.
    var status: PositionStatus {
        if ferry != nil { return holdingSeconds > Self.maxHoldingSecondsAtPier ? .unreliable : .estimated }
        let seconds = now.seconds(since: begin)
        let limit = tunnelEnd == nil ? Self.maxSecondsElsewhere : Self.maxSecondsInTunnel
        return seconds > limit || holdingSeconds > Self.maxHoldingSeconds ? .unreliable : .estimated
    }

    /// Advances the time while there is no position to move.
    mutating func wait(until time: Timestamp) { now = max(now, time) }

    /// Moves the tracker on to the time, at most to `limit` metres along the route.
    mutating func advance(_ tracker: inout Tracker, to time: Timestamp, on model: RouteModel, limit: Double) {
        enter(tracker, model)
        let after = wheels.reading(at: time)
        defer { wheelMeters = after?.meters }
        // On board, the wheels stand still while the vehicle moves.
        if ferry == nil, let before = wheelMeters ?? wheels.reading(at: now)?.meters, let after, time > now {
            return follow(before, after, of: &tracker, to: time, on: model, limit: limit)
        }
        var left = min(time.seconds(since: now), Self.maxSeconds)
        now = max(now, time)
        while left > 0 {
            let seconds = min(left, Self.stepSeconds)
            left -= seconds
            step(&tracker, seconds, on: model, limit: limit)
        }
    }

    /// Moves the tracker by the distance that the wheels measured, also backwards.
    private mutating func follow(
        _ before: Double, _ after: (meters: Double, speed: Double), of tracker: inout Tracker, to time: Timestamp,
        on model: RouteModel, limit: Double
    ) {
        // A position that is measured does not become unreliable with time, but with distance.
        begin = begin.advanced(bySeconds: time.seconds(since: now))
        (now, speed, holdingSeconds) = (time, abs(after.speed), 0)
        let driven = min(after.meters - before, max(limit - tracker.distanceAlongRouteMeters, 0))
        tracker.extrapolate(
            meters: driven, deviationMeters: Self.deviationOfWheels * abs(driven), speed: speed, on: model)
        enter(tracker, model)
    }

    /// Notes the tunnel or the ferry at a position. A vehicle that stands at the pier boards the ferry.
    private mutating func enter(_ tracker: Tracker, _ model: RouteModel) {
        let meters = tracker.distanceAlongRouteMeters
        if let landing = ferry?.to, meters >= landing { ferry = nil }
        if ferry == nil {
            let isWaiting = speed < Self.standingSpeed
            ferry = ferry(at: meters, model) ?? (isWaiting ? ferry(at: meters + Self.pierMeters, model) : nil)
        }
        guard let entered = model.stretch(of: model.tunnels, at: meters) else { return }
        tunnelEnd = entered.to
        if tunnel == nil { tunnel = entered }
    }

    /// The ferry at a distance along the route; `nil` also for one without a timetable: it is a road.
    private func ferry(at meters: Double, _ model: RouteModel) -> (to: Double, speed: Double)? {
        guard let ferry = model.stretch(of: model.ferries, at: meters) else { return nil }
        let first = model.segment(at: ferry.from, near: 0)
        let last = model.segment(at: ferry.to, near: first)
        let seconds = model.time(at: ferry.to, segment: last) - model.time(at: ferry.from, segment: first)
        guard seconds > 0, (ferry.to - ferry.from) / seconds <= Self.maxSailingSpeed else { return nil }
        return (ferry.to, (ferry.to - ferry.from) / seconds)
    }

    private mutating func step(_ tracker: inout Tracker, _ seconds: Double, on model: RouteModel, limit: Double) {
        let along = tracker.distanceAlongRouteMeters
        let meters: Double
        var (end, deviationMeters) = (limit, deviationPerSecond * seconds)
        if let ferry {
            speed += (ferry.speed - speed) * min(seconds / Self.sailingSeconds, 1)
            meters = speed * seconds
            end = min(limit, max(ferry.to - Self.beforePierMeters, along))
            deviationMeters = Self.deviationOnFerry * meters
        } else if let tunnelEnd {
            speed = min(speed + Self.acceleration * seconds, max(resumedSpeed, speed))
            meters = cappedSpeed(tracker, model) * seconds
            end = min(limit, tunnelEnd + Self.holdAfterTunnelMeters)
            deviationMeters = Self.deviationInTunnel * meters
        } else {
            let decay = exp(-seconds / decaySeconds)
            meters = speed * decaySeconds * (1 - decay)
            speed *= decay
        }
        let driven = min(meters, max(end - along, 0))
        if driven < meters { holdingSeconds += seconds }
        tracker.extrapolate(meters: driven, deviationMeters: deviationMeters, speed: speed, on: model)
        enter(tracker, model)
    }

    private func cappedSpeed(_ tracker: Tracker, _ model: RouteModel) -> Double {
        let limit = model.stretch(of: model.speedLimits, at: tracker.distanceAlongRouteMeters)?.value.metersPerSecond
        return limit.map { min(speed, $0) } ?? speed
    }
}
