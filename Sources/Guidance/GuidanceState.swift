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
    private var navigation: Navigation?
    private var motion = Motion()
    private var isRouteChanged = false
    private var isUnreliableReported = false
    private var present = PresentInfo()
    /// Number of the last route request of the navigations that have ended.
    private var lastRequest: UInt64 = 0

    /// Makes guidance without a route: fixes pass unchanged.
    public init(settings: GuidanceSettings = GuidanceSettings()) {
        self.settings = settings
    }

    /// Whether a route is being followed.
    public var isActive: Bool { navigation != nil }
    /// The mode of travel along the followed route; `nil` if there is none.
    public var travelMode: TravelMode? { navigation?.model.route.travelMode }
    /// The latest guidance; its state is `stopped` before the first.
    public var info: NavigationInfo { present.info }

    /// Begins to follow a route; returns `navigationStarted`.
    ///
    /// A route with the reason `rerouted` or `replaced` replaces the followed route without a stop, and announced
    /// maneuvers that it shares are not announced again; with any other reason the old navigation is stopped first.
    ///
    /// - Throws: ``RouteModelError`` if the route cannot be followed; the state is then unchanged.
    public mutating func start(_ route: Route) throws(RouteModelError) -> [Event] {
        let model = try RouteModel(route)
        let continues = route.reason == .rerouted || route.reason == .replaced
        var events: [Event] = []
        if let old = navigation, continues {
            navigation = Navigation(model, replacing: old)
        } else {
            events = stop()
            navigation = Navigation(model, settings: settings, lastRequest: lastRequest)
        }
        present.forget()
        isRouteChanged = true
        isUnreliableReported = false
        events.append(.navigationStarted(route))
        return events
    }

    /// Ends the navigation; returns `navigationStopped`, or nothing if none is active.
    public mutating func stop() -> [Event] {
        guard navigation != nil else { return [] }
        end()
        return [.navigationStopped]
    }

    private mutating func end() {
        lastRequest = navigation?.rerouter.lastNumber ?? lastRequest
        navigation = nil
    }

    /// Processes a fix; returns `gps`, and `navigation` while a route is followed. The fix that reaches the destination
    /// also returns `navigationStopped`.
    ///
    /// A fix with an invalid position, an accuracy worse than 100 m, or a time not after the previous one is ignored.
    /// If its time is more than half a minute earlier, the clock was set back and the position is searched again.
    public mutating func update(_ fix: Fix) -> [Event] {
        switch advance(to: fix) {
        case .nothing: []
        case .passed: [.gps(fix)]
        case .guided: [.gps(fix), .navigation(present.info)]
        case .arrived: [.gps(fix), .navigation(present.info), .navigationStopped]
        }
    }

    /// Processes a fix like ``update(_:)`` without making events: ``info`` holds the guidance. A fix that changes no
    /// step allocates no memory.
    public mutating func advance(to fix: Fix) -> FixOutcome {
        switch FixCheck.verdict(on: fix, after: motion.lastTime) {
        case .ignored: return .nothing
        case .clockSetBack:
            motion = Motion()
            navigation?.resetPosition()
        case .usable: break
        }
        prepareForGap(at: fix.time)
        motion.observe(fix)
        isUnreliableReported = false
        guard navigation?.update(fix, motion: motion, isRouteChanged: isRouteChanged, &present) != nil else {
            return .passed
        }
        isRouteChanged = false
        guard navigation?.isDestinationReached == true else { return .guided }
        end()
        return .arrived
    }

    /// Advances the time without a fix: the position moves along the route by dead reckoning, marked as estimated, and
    /// is then reported once as unreliable. To be called about once a second; returns nothing while no fix is overdue.
    public mutating func elapse(to time: Timestamp) -> [Event] {
        guard navigation?.hasBegun == true, motion.isGap(at: time), !isUnreliableReported else { return [] }
        navigation?.elapse(to: time, motion: motion, isRouteChanged: isRouteChanged, &present)
        isRouteChanged = false
        isUnreliableReported = navigation?.isUnreliable == true
        return [.navigation(present.info)]
    }

    /// Judges a router's answer to the ``NavigationEvents/RouteRequest`` of the latest guidance; the state is
    /// unchanged.
    ///
    /// Late answers are dropped, and so are those that do not fit the present position.
    public func verdict(on answer: RouteAnswer) -> AnswerVerdict {
        guard let navigation, navigation.isOffRoute else { return .drop("no other route is needed any more") }
        guard let request = navigation.rerouter.request, request.number == answer.number else {
            return .drop("it answers a request that is no longer open")
        }
        switch answer.outcome {
        case .failure(let reason): return .fail(Rerouter.sanitized(reason))
        case .route(let route): return RouteAnswerCheck(route, to: request, from: navigation).verdict
        }
    }

    /// Records a router's answer that is not followed: the guidance reports the failure.
    public mutating func reject(_ verdict: AnswerVerdict) -> [Event] {
        switch verdict {
        case .follow, .drop: return []
        case .askAgain: navigation?.askAgainWithCourse()
        case .fail(let reason): navigation?.rerouteFailed(reason)
        }
        return refreshed()
    }

    /// Follows another route from the present position: `navigationStarted`, and immediately the guidance along it.
    ///
    /// - Throws: ``RouteModelError`` if the route cannot be followed; the state is then unchanged.
    public mutating func reroute(along route: Route) throws(RouteModelError) -> [Event] {
        let started = try start(route)
        navigation?.rerouteAccepted()
        return started + refreshed()
    }

    /// The guidance as of the last fix.
    private mutating func refreshed() -> [Event] {
        guard navigation?.hasBegun == true else { return [] }
        navigation?.refresh(motion: motion, isRouteChanged: isRouteChanged, &present)
        isRouteChanged = false
        return [.navigation(present.info)]
    }

    private mutating func prepareForGap(at time: Timestamp) {
        guard let last = motion.lastTime, motion.isGap(at: time) else { return }
        if time.seconds(since: last) > DeadReckoning.maxSeconds {
            navigation?.resetPosition()
        } else {
            navigation?.beginGap(motion)
        }
    }
}
