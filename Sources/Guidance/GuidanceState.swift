public import NavigationEvents

/// Guidance as a value: fixes and routes go in, events come out.
///
/// It has no clock and does nothing by itself: time comes from the fixes and from ``elapse(to:)``. The same inputs give
/// exactly the same events.
///
/// ```swift
/// var guidance = GuidanceState()
/// for event in try guidance.start(route) { publish(event) }
/// for fix in fixes { for event in guidance.update(fix) { publish(event) } }
/// ```
public struct GuidanceState: Sendable {
    private let settings: GuidanceSettings
    var navigation: Navigation?
    private(set) var motion = Motion()
    private var jumpCheck = JumpCheck()
    private var isUnreliableReported = false
    var present = PresentInfo()
    /// Number of the last route request of the navigations that have ended.
    private var lastRequest: UInt64 = 0

    /// Makes guidance without a route: fixes pass unchanged.
    public init(settings: GuidanceSettings = GuidanceSettings()) {
        self.settings = settings
    }

    /// Whether a route is being followed.
    public var isActive: Bool { navigation != nil }
    /// The followed route; `nil` if there is none.
    public var route: Route? { navigation?.route.model.route }
    /// The mode of travel along the followed route; `nil` if there is none.
    public var travelMode: TravelMode? { navigation?.route.model.route.travelMode }
    /// The latest guidance along a route; its state is `stopped` before the first.
    public var info: NavigationInfo { present.info }
    /// The state of the navigation: `stopped` without a route, `enroute` until the first guidance along it.
    public var state: NavigationState {
        navigation == nil ? .stopped : present.isRouteChanged ? .enroute : present.info.state
    }
    /// The distance and time to the destination of the followed route: all of it until the first guidance along it.
    public var toDestination: Remaining? {
        guard let route, present.isRouteChanged else { return isActive ? present.info.toDestination : nil }
        return Remaining(distanceMeters: route.distanceMeters, durationSeconds: route.durationSeconds)
    }

    /// Begins to follow a route; returns `navigationStarted`.
    ///
    /// A route with the reason `rerouted` or `replaced` replaces the followed route without a stop, and announced
    /// maneuvers that it shares are not announced again; with any other reason the old navigation is stopped first.
    ///
    /// - Throws: ``RouteModelError`` if the route cannot be followed; the state is then unchanged.
    public mutating func start(_ route: Route) throws(RouteModelError) -> [Event] {
        follow(try RouteModel(route))
    }

    private mutating func follow(_ model: RouteModel) -> [Event] {
        let continues = model.route.reason == .rerouted || model.route.reason == .replaced
        var events: [Event] = []
        if let old = navigation, continues {
            navigation = Navigation(model, replacing: old)
        } else {
            events = stop(.replaced)
            navigation = Navigation(model, settings: settings, lastRequest: lastRequest)
        }
        present.beginRoute()
        isUnreliableReported = false
        events.append(.navigationStarted(model.route))
        return events
    }

    /// Ends the navigation; returns `navigation` in the state `stopped`, unless there was no fix yet, and
    /// `navigationStopped`. Returns nothing if no navigation is active.
    public mutating func stop() -> [Event] { stop(.requested) }

    private mutating func stop(_ reason: StopReason) -> [Event] {
        guard let ended = navigation else { return [] }
        lastRequest = ended.rerouter.lastNumber
        navigation = nil
        let last: [Event] = ended.hasBegun ? [.navigation(present.stopped(on: ended.route))] : []
        return last + [.navigationStopped(reason)]
    }

    /// Processes a fix; returns `gps`, and `navigation` while a route is followed. The fix that reaches the destination
    /// also returns the events of ``stop()``.
    ///
    /// A fix with an invalid position, an accuracy worse than 100 m, or a time not after the previous one is ignored.
    /// If its time is more than half a minute earlier, the clock was set back and the position is searched again. A
    /// position that the vehicle cannot have reached is believed only if it stays: meanwhile, the vehicle moves on by
    /// dead reckoning.
    public mutating func update(_ fix: Fix) -> [Event] {
        switch advance(to: fix) {
        case .nothing: []
        case .passed: [.gps(fix)]
        case .guided: [.gps(fix), .navigation(present.info)]
        case .ended(let events): [.gps(fix), .navigation(present.info)] + events
        }
    }

    /// Processes a fix like ``update(_:)`` without making events: ``info`` holds the guidance. A fix that changes no
    /// step allocates no memory.
    public mutating func advance(to fix: Fix) -> FixOutcome {
        guard FixCheck.rejection(of: fix.smoothedPosition) == nil else { return .nothing }
        switch FixCheck.verdict(
            at: fix.position, fix.time, accuracyMeters: fix.horizontalAccuracyMeters, after: motion.lastTime)
        {
        case .rejected: return .nothing
        case .clockSetBack:
            motion = Motion()
            navigation?.resetPosition()
        case .usable: break
        }
        let isInTunnel = hasTunnels && isDoubtful(fix)
        if isInTunnel || isJump(fix) {
            let reason = navigation?.elapse(to: fix.time, &present, because: isInTunnel ? .noFix : .spoofed)
            present.info.fix = fix
            return outcome(reason)
        }
        if motion.isGap(at: fix.time) { prepareForGap(at: fix.time) }
        motion.observe(fix)
        isUnreliableReported = false
        guard let longitude = navigation?.continued(longitude: motion.observation.longitude) else { return .passed }
        motion.observation.longitude = longitude
        return outcome(navigation?.update(fix, motion.observation, &present))
    }

    @inline(__always)
    private var hasTunnels: Bool { navigation?.route.model.tunnels.isEmpty == false }

    /// Whether a fix is not believed, since the vehicle is in a tunnel.
    private mutating func isDoubtful(_ fix: Fix) -> Bool {
        guard navigation?.isTunnelNear(at: fix.time) == true else { return false }
        var next = motion
        next.observe(fix)
        return navigation?.isDoubtful(fix, next.observation) == true
    }

    /// Whether a fix is not believed, since the vehicle cannot have come there.
    private mutating func isJump(_ fix: Fix) -> Bool {
        jumpCheck.isDoubtful(fix) { fix in
            var next = motion
            next.observe(fix)
            return navigation?.isExpected(next.observation) ?? true
        }
    }

    @inline(__always)
    private mutating func outcome(_ reason: StopReason?) -> FixOutcome {
        guard let reason else { return .guided }
        return .ended(stop(reason))
    }

    /// Advances the time without a fix: the position moves along the route by dead reckoning, marked as estimated, and
    /// is then reported once as unreliable. To be called about once a second; returns nothing while no fix is overdue.
    /// Near the destination, for example in an underground garage, it also ends the navigation.
    ///
    /// - Parameters:
    ///   - time: The present time.
    ///   - cause: The reason why there is no fix, outside of tunnels.
    public mutating func elapse(to time: Timestamp, because cause: PositionCause = .noFix) -> [Event] {
        guard navigation?.hasBegun == true, motion.isGap(at: time) else { return [] }
        var events: [Event] = []
        let reason = navigation?.elapse(to: time, &present, because: jumpCheck.isDoubting ? .spoofed : cause)
        if !isUnreliableReported {
            isUnreliableReported = navigation?.isUnreliable == true
            events = [.navigation(present.info)]
        }
        guard let reason else { return events }
        return events + stop(reason)
    }

    /// Processes a router's answer to the ``NavigationEvents/RouteRequest`` of the latest guidance: judges it, and
    /// follows its route or searches on.
    ///
    /// Late answers are dropped, and so are those that do not fit the present position.
    ///
    /// - Returns: The verdict and its events: `navigationStarted` if the route is followed, and `navigation` unless the
    ///   answer is dropped.
    public mutating func process(_ answer: RouteAnswer) -> (verdict: AnswerVerdict, events: [Event]) {
        let check = RouteAnswerCheck(answer, from: navigation)
        switch check.verdict {
        case .follow: return (check.verdict, check.model.map { reroute(along: $0) } ?? [])
        case .drop: return (check.verdict, [])
        case .askAgain: navigation?.askAgainWithCourse()
        case .fail(let reason): navigation?.rerouteFailed(reason)
        }
        return (check.verdict, refreshed())
    }

    /// Follows the route of a router's answer that was judged before, from the present position: `navigationStarted`, and
    /// immediately the guidance along it.
    ///
    /// - Throws: ``RouteModelError`` if the route cannot be followed; the state is then unchanged.
    public mutating func reroute(along route: Route) throws(RouteModelError) -> [Event] {
        reroute(along: try RouteModel(route))
    }

    private mutating func reroute(along model: RouteModel) -> [Event] {
        let started = follow(model)
        navigation?.rerouteAccepted()
        return started + refreshed()
    }

    /// The guidance as of the last fix.
    private mutating func refreshed() -> [Event] {
        guard navigation?.hasBegun == true else { return [] }
        navigation?.refresh(&present)
        return [.navigation(present.info)]
    }

    private mutating func prepareForGap(at time: Timestamp) {
        guard let last = motion.lastTime else { return }
        if time.seconds(since: last) > DeadReckoning.maxSeconds, navigation?.mayBeOnFerry != true {
            navigation?.resetPosition()
        } else {
            navigation?.beginGap()
        }
    }
}
