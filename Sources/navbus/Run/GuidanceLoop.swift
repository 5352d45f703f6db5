import EventBus
import Guidance
import NavigationEvents
import Positions

/// Wires a source of positions through the filter and the guidance to the bus. It decides nothing about driving.
///
/// It runs on the thread that owns the bus's sockets, so a fix travels to its published events without
/// changing threads, and requests never come between the events of one fix.
actor GuidanceLoop {
    private let bus: BusServer
    nonisolated let session: Session
    private let screen: any RunScreen
    private let clock = ContinuousClock()
    private var travelMode = TravelMode.car
    private var filter: PositionFilter
    private var guidance: GuidanceState
    private var tick: UInt64 = 0
    private var status: SessionStatus
    private var lastFixAt: ContinuousClock.Instant?
    /// Fixes and sentences that were not used, by reason.
    private var counters: [String: UInt64] = ["rejected_fixes": 0, "source_problems": 0]

    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    init(bus: BusServer, session: Session, settings: GuidanceSettings, screen: any RunScreen) {
        self.bus = bus
        self.session = session
        self.screen = screen
        guidance = GuidanceState(settings: settings)
        filter = PositionFilter(mode: travelMode)
        status = SessionStatus(session: session, state: .stopped)
    }

    /// Starts navigation along a route; an active one is stopped or replaced, as the route's reason says.
    func start(_ route: Route) throws(RouteModelError) {
        let events = try guidance.start(route)
        if route.travelMode != travelMode {
            travelMode = route.travelMode
            filter = PositionFilter(mode: travelMode)
        }
        publish(events, tick: 0)
    }

    /// Stops navigation; silent if none is active.
    func stop() {
        publish(guidance.stop(), tick: 0)
    }

    /// Takes what the source has to say.
    func accept(_ event: PositionEvent) {
        switch event {
        case .fix(let fix): accept(fix)
        case .elapsed(let time): publish(guidance.elapse(to: time), tick: tick)
        case .problem(let problem):
            counters["source_problems", default: 0] += 1
            report(problem)
        case .ended: report(.note, "the source of positions has ended")
        }
    }

    /// What `navbus status` shows of the session.
    func sessionStatus() -> SessionStatus {
        var status = status
        status.fixAgeSeconds = lastFixAt.map { Double((clock.now - $0) / .microseconds(1)) / 1e6 }
        return status
    }

    /// What went wrong so far.
    func problemCounters() -> [String: UInt64] { counters }

    private func accept(_ fix: Fix) {
        switch filter.accept(fix) {
        case .accepted(let fix):
            tick += 1
            status.fixesAccepted += 1
            lastFixAt = clock.now
            publish(guidance.update(fix), tick: tick)
        case .rejected(let rejection):
            reject(rejection)
            // No position, but time has passed.
            publish(guidance.elapse(to: fix.time), tick: tick)
        }
    }

    /// Publishes without a suspension point, which is possible because this actor shares the thread of the bus.
    ///
    /// - Parameter tick: number of the fix that the events come from; 0 if they come from a request or the source.
    private func publish(_ events: [Event], tick: UInt64) {
        guard !events.isEmpty else { return }
        for event in events { note(event) }
        bus.assumeIsolated { [session] bus in
            for event in events { bus.publish(event, session: session, tick: tick) }
        }
        screen.show(events)
    }

    private func note(_ event: Event) {
        switch event {
        case .navigationStarted(let route):
            status.routeID = route.id
            status.state = .enroute
            status.toDestination = Remaining(
                distanceMeters: route.distanceMeters, durationSeconds: route.durationSeconds)
        case .navigation(let info):
            status.state = info.state
            status.toDestination = info.toDestination
        case .navigationStopped:
            status.state = .stopped
            status.routeID = ""
            status.toDestination = nil
        case .gps, .control: break
        }
    }

    private func report(_ problem: PositionProblem) {
        if case .reconnected(let address) = problem {
            report(.warning, "\(address) answers again")
        } else {
            report(.warning, "failed to \(problem)")
        }
    }

    /// Counts a fix that is no position. The first is told, and then each time their number has doubled: one is nothing
    /// to worry about, and a receiver without reception must not bury everything else.
    private func reject(_ rejection: FixRejection) {
        let count = counters["rejected_fixes", default: 0] + 1
        counters["rejected_fixes"] = count
        guard count & (count - 1) == 0 else { return }
        report(.warning, "a fix was not used: \(rejection) (\(count) so far)")
    }

    private func report(_ kind: ReportKind, _ text: String) {
        if kind == .warning { screen.warn(text) }
        publish([.control(ControlReport(control: "navbus", kind: kind, text: text))], tick: 0)
    }
}
