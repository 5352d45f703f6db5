import Glibc
import NavigationEvents

/// Dead reckoning along the route while no fix arrives: through a tunnel with constant speed, elsewhere with decreasing
/// speed.
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
    private static let deviationInTunnel = 0.15
    private static let deviationElsewhere = 0.35
    private static let deviationOfWheels = 0.02
    private static let maxHoldingSeconds = 15.0
    private static let maxSecondsElsewhere = 60.0
    private static let maxSecondsInTunnel = 300.0
    /// After this gap the position is searched again.
    static let maxSeconds = 600.0

    /// The tracker as of the last fix.
    let origin: Tracker?
    /// The distance by the wheels, which is used while it is known.
    var wheels: WheelOdometer
    private var begin: Timestamp
    private var now: Timestamp
    private var speed: Double
    private let decaySeconds: Double
    private var tunnelEnd: Double?
    private var holdingSeconds = 0.0

    init(of tracker: Tracker?, from time: Timestamp, speed: Double, wheels: WheelOdometer) {
        origin = tracker
        self.wheels = wheels
        begin = time
        now = time
        self.speed = speed
        decaySeconds = Self.decaySeconds + Self.fastDecaySeconds * max(speed - Self.fastSpeed, 0)
    }

    /// The reliability of the estimated position.
    var status: PositionStatus {
        let seconds = now.seconds(since: begin)
        let limit = tunnelEnd == nil ? Self.maxSecondsElsewhere : Self.maxSecondsInTunnel
        return seconds > limit || holdingSeconds > Self.maxHoldingSeconds ? .unreliable : .estimated
    }

    /// Advances the time while there is no position to move.
    mutating func wait(until time: Timestamp) { now = max(now, time) }

    /// Moves the tracker on to the time, at most to `limit` metres along the route.
    mutating func advance(_ tracker: inout Tracker, to time: Timestamp, on model: RouteModel, limit: Double) {
        if let before = wheels.reading(at: now), let after = wheels.reading(at: time), time > now {
            return follow(before.meters, after, of: &tracker, to: time, on: model, limit: limit)
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
        if let tunnel = model.stretch(of: model.tunnels, at: tracker.distanceAlongRouteMeters) { tunnelEnd = tunnel.to }
        let driven = min(after.meters - before, max(limit - tracker.distanceAlongRouteMeters, 0))
        tracker.extrapolate(meters: driven, deviationPerMeter: Self.deviationOfWheels, speed: speed, on: model)
    }

    private mutating func step(_ tracker: inout Tracker, _ seconds: Double, on model: RouteModel, limit: Double) {
        if let tunnel = model.stretch(of: model.tunnels, at: tracker.distanceAlongRouteMeters) { tunnelEnd = tunnel.to }
        let meters: Double
        let end: Double
        if let tunnelEnd {
            meters = cappedSpeed(tracker, model) * seconds
            end = min(limit, tunnelEnd + Self.holdAfterTunnelMeters)
        } else {
            let decay = exp(-seconds / decaySeconds)
            meters = speed * decaySeconds * (1 - decay)
            speed *= decay
            end = limit
        }
        let driven = min(meters, max(end - tracker.distanceAlongRouteMeters, 0))
        if driven < meters { holdingSeconds += seconds }
        tracker.extrapolate(
            meters: driven, deviationPerMeter: tunnelEnd == nil ? Self.deviationElsewhere : Self.deviationInTunnel,
            speed: speed, on: model)
    }

    private func cappedSpeed(_ tracker: Tracker, _ model: RouteModel) -> Double {
        let limit = model.stretch(of: model.speedLimits, at: tracker.distanceAlongRouteMeters)?.value.metersPerSecond
        return limit.map { min(speed, $0) } ?? speed
    }
}
