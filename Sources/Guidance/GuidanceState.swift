public import NavigationEvents

/// The navigation loop as a value: fixes and routes go in, events come out.
///
/// It has no clock and does nothing by itself: time is what the fixes say, or what ``elapse(to:)`` is told. The same
/// inputs give the same events, bit by bit.
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
    private var isUnreliableTold = false
    private var present = PresentInfo()
    /// Number of the last question to a router in the navigations that have ended.
    private var lastRequest: UInt64 = 0

    /// Begins without a route: fixes pass, nothing is guided.
    public init(settings: GuidanceSettings = GuidanceSettings()) {
        self.settings = settings
    }

    /// Whether a route is being followed.
    public var isActive: Bool { navigation != nil }
    /// How one travels along the route that is followed; `nil` if there is none.
    public var travelMode: TravelMode? { navigation?.model.route.travelMode }
    /// The guidance told last; its state is `stopped` before the first.
    public var info: NavigationInfo { present.info }

    /// Begins to follow a route; returns `navigationStarted`.
    ///
    /// While another route is followed, a route started as `rerouted` or `replaced` takes its place without a stop, and
    /// what was announced for the same maneuvers is not announced again; any other reason stops the old navigation
    /// first.
    ///
    /// - Throws: ``RouteModelError`` if the route cannot be followed; then nothing has changed.
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
        isUnreliableTold = false
        events.append(.navigationStarted(route))
        return events
    }

    /// Ends the navigation; returns `navigationStopped` once, and nothing if none is active.
    public mutating func stop() -> [Event] {
        guard navigation != nil else { return [] }
        end()
        return [.navigationStopped]
    }

    private mutating func end() {
        lastRequest = navigation?.rerouter.lastNumber ?? lastRequest
        navigation = nil
    }

    /// Takes in a fix; returns `gps`, and `navigation` while a route is followed. With the fix that reaches the
    /// destination, `navigationStopped` comes last.
    ///
    /// A fix that is no place, worse than 100 m, or not newer than the one before, returns nothing. If its time is
    /// older by more than half a minute, the clock was set back and the place is looked for anew.
    public mutating func update(_ fix: Fix) -> [Event] {
        switch advance(to: fix) {
        case .nothing: []
        case .passed: [.gps(fix)]
        case .guided: [.gps(fix), .navigation(present.info)]
        case .arrived: [.gps(fix), .navigation(present.info), .navigationStopped]
        }
    }

    /// Takes in a fix like ``update(_:)`` without making events: ``info`` says the guidance. A plain fix takes no memory.
    public mutating func advance(to fix: Fix) -> Advance {
        switch FixGate.verdict(on: fix, after: motion.lastTime) {
        case .ignored: return .nothing
        case .clockSetBack:
            motion = Motion()
            navigation?.locateAnew()
        case .usable: break
        }
        prepareForGap(at: fix.time)
        motion.observe(fix)
        isUnreliableTold = false
        guard navigation?.update(fix, motion: motion, isRouteChanged: isRouteChanged, &present) != nil else {
            return .passed
        }
        isRouteChanged = false
        guard navigation?.isDestinationReached == true else { return .guided }
        end()
        return .arrived
    }

    /// Time passes without a fix: goes on along the route for a while, marked as estimated, then says once that the
    /// position is unreliable. To be called about once a second; returns nothing while no fix is missing yet.
    public mutating func elapse(to time: Timestamp) -> [Event] {
        guard navigation?.hasBegun == true, motion.isGap(at: time), !isUnreliableTold else { return [] }
        navigation?.elapse(to: time, motion: motion, isRouteChanged: isRouteChanged, &present)
        isRouteChanged = false
        isUnreliableTold = navigation?.isUnreliable == true
        return [.navigation(present.info)]
    }

    /// Judges a router's answer to the ``NavigationEvents/RouteRequest`` of the latest guidance; nothing changes.
    ///
    /// Late answers are dropped, and so are those that do not fit where one is now.
    public func verdict(on answer: RouteAnswer) -> AnswerVerdict {
        guard let navigation, navigation.isOffRoute else { return .drop("no other route is wanted any more") }
        guard let request = navigation.rerouter.request, request.number == answer.number else {
            return .drop("it answers a request that is not open any more")
        }
        switch answer.outcome {
        case .failure(let reason): return .fail(Rerouter.words(of: reason))
        case .route(let route): return RouteOffer(route, to: request, from: navigation).verdict
        }
    }

    /// Takes a router's answer that is not followed: the guidance says what came of it.
    public mutating func reject(_ verdict: AnswerVerdict) -> [Event] {
        switch verdict {
        case .follow, .drop: return []
        case .askAgain: navigation?.askAgainWithCourse()
        case .fail(let reason): navigation?.rerouteFailed(reason)
        }
        return refreshed()
    }

    /// Follows another route from where one is: `navigationStarted`, and at once the guidance along it.
    ///
    /// - Throws: ``RouteModelError`` if the route cannot be followed; then nothing has changed.
    public mutating func reroute(along route: Route) throws(RouteModelError) -> [Event] {
        let started = try start(route)
        navigation?.rerouteTaken()
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
        if time.seconds(since: last) > Extrapolation.mostSeconds {
            navigation?.locateAnew()
        } else {
            navigation?.beginGap(motion)
        }
    }
}
