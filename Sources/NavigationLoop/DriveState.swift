import Guidance
import NavigationEvents
import Positions

/// A drive as a value: inputs go in, events come out. It has no clock and does nothing by itself.
struct DriveState: Sendable {
    /// Seconds between the last fix and the start of another simulated drive.
    private static let pauseSeconds = 10.0
    /// Maximum time in seconds by which a fix without a position may advance the clock.
    private static let maxPlausibleSeconds = 10.0
    /// Minimum time in seconds between two such advances: guidance then advances once a second, however often a
    /// receiver reports that it has no position. A little less than a second, since fixes are not exactly periodic.
    private static let minElapsedSeconds = 0.95

    private(set) var numbers = DriveNumbers()
    private(set) var guided: GuidedStatus
    /// The route of a simulated source.
    private(set) var simulatedRoute: Route?
    /// The route that is followed.
    private(set) var route: Route?
    private let isSimulated: Bool
    /// The newest accepted fix.
    private(set) var lastFix: Fix?
    /// The latest plausible time.
    private(set) var lastTime: Timestamp?
    /// The last reported state of the search for another route.
    private var reportedSearch = Rerouting()
    private var filter: PositionFilter
    private var guidance: GuidanceState

    /// The guidance part of the session's status.
    struct GuidedStatus: Sendable, Hashable {
        var state = NavigationState.stopped
        var routeID = ""
        var toDestination: Remaining?
    }

    init(settings: GuidanceSettings, isSimulated: Bool = false) {
        guidance = GuidanceState(settings: settings)
        filter = PositionFilter(mode: numbers.travelMode)
        guided = GuidedStatus()
        self.isSimulated = isSimulated
    }

    /// Approximate memory use of guidance for the followed route, bytes.
    var heldBytes: Int {
        guard let route else { return 0 }
        let steps = route.legs.reduce(0) { $0 + $1.steps.count }
        return Self.bytesOfSession + route.geometry.count * Self.bytesOfVertex + steps * Self.bytesOfStep
    }

    private static let bytesOfSession = 16 * 1024
    /// In the route, in its model, and in a replacement that is being built.
    private static let bytesOfVertex = 256
    private static let bytesOfStep = 4 * 1024

    /// Whether a route is being followed.
    var isActive: Bool { guidance.isActive }

    /// Processes an input.
    ///
    /// - Throws: ``RouteModelError`` if a route cannot be followed; the state is then unchanged.
    mutating func take(_ input: DriveInput) throws(RouteModelError) -> [TickedEvent] {
        if input.isFromSource { numbers.sourceEvents &+= 1 }
        switch input {
        case .started(let route): return try start(route)
        case .begun: begin()
        case .stopped: return ticked(guidance.stop(), 0)
        case .fix(let fix), .position(let fix): return take(fix)
        case .answered(let answer): return try take(answer)
        case .rerouted(let route): return try reroute(along: route)
        case .elapsed(let time): return elapse(to: time)
        case .problem(let kind, let text):
            numbers.sourceProblems &+= 1
            return report(kind, text)
        case .ended:
            numbers.isSourceEnded = true
            return report(.note, "the source of positions has ended")
        case .reported(let kind, let text): return report(kind, text)
        }
        return []
    }

    /// Processes an old input, which only affects the movement.
    mutating func warmUp(_ input: DriveInput) throws(RouteModelError) {
        var before = numbers
        _ = try take(input)
        before.travelMode = numbers.travelMode
        numbers = before
    }

    /// Continues with the counters of the recorded drive.
    mutating func adopt(_ numbers: DriveNumbers) {
        filter(as: numbers.travelMode)
        self.numbers = numbers
    }

    private mutating func filter(as mode: TravelMode) {
        guard mode != numbers.travelMode else { return }
        numbers.travelMode = mode
        filter = PositionFilter(mode: mode)
    }

    private mutating func start(_ route: Route) throws(RouteModelError) -> [TickedEvent] {
        let events = ticked(try guidance.start(route), 0)
        // After the events, which may include the end of the previous navigation.
        self.route = route
        filter(as: route.travelMode)
        // A simulated drive must follow this route, also after a restart before it begins.
        if isSimulated, DriveInput.started(route).isFreshStart { numbers.isSourceBegun = false }
        return events
    }

    private mutating func begin() {
        numbers.isSourceBegun = true
        numbers.isSourceEnded = false
        numbers.sourceEvents = 0
        guard isSimulated else { return }
        simulatedRoute = route
        numbers.simulationStart = lastFix.map { $0.time.advanced(bySeconds: Self.pauseSeconds) }
    }

    /// The decision on a router's answer.
    func verdict(on answer: RouteAnswer) -> AnswerVerdict { guidance.verdict(on: answer) }

    private mutating func take(_ answer: RouteAnswer) throws(RouteModelError) -> [TickedEvent] {
        let verdict = guidance.verdict(on: answer)
        let events = ticked(guidance.reject(verdict), numbers.tick)
        switch verdict {
        case .follow(let route): return try reroute(along: route)
        case .askAgain(let reason), .drop(let reason): return events + report(.note, "a route was ignored: \(reason)")
        case .fail: return events
        }
    }

    private mutating func reroute(along route: Route) throws(RouteModelError) -> [TickedEvent] {
        let events = ticked(try guidance.reroute(along: route), numbers.tick)
        self.route = route
        filter(as: route.travelMode)
        return events
    }

    private mutating func take(_ fix: Fix) -> [TickedEvent] {
        switch filter.accept(fix.withoutImpossibleNumbers) {
        case .accepted(let fix):
            numbers.tick &+= 1
            lastFix = fix
            lastTime = fix.time
            return ticked(guidance.update(fix), numbers.tick)
        case .rejected(let rejection):
            // There is no position, but time has passed.
            return reject(rejection) + (isTimeAdvanced(fix.time) ? elapse(to: fix.time) : [])
        }
    }

    private mutating func elapse(to time: Timestamp) -> [TickedEvent] {
        guard PhysicalRange.time.contains(time) else { return [] }
        lastTime = time
        return ticked(guidance.elapse(to: time), numbers.tick)
    }

    /// Whether enough time has passed, but not an implausible amount: a receiver without a position may have a wrong
    /// time too.
    private func isTimeAdvanced(_ time: Timestamp) -> Bool {
        guard let lastTime else { return false }
        return (Self.minElapsedSeconds...Self.maxPlausibleSeconds).contains(time.seconds(since: lastTime))
    }

    /// Counts a rejected fix. It is reported at the first one and at each power of two: one is harmless, and a receiver
    /// without reception must not flood the reports.
    private mutating func reject(_ rejection: FixRejection) -> [TickedEvent] {
        numbers.rejectedFixes &+= 1
        let count = numbers.rejectedFixes
        guard count & (count &- 1) == 0 else { return [] }
        return report(.warning, "a fix was not used: \(rejection) (\(count) so far)")
    }

    private func report(_ kind: ReportKind, _ text: String) -> [TickedEvent] {
        [TickedEvent(event: .control(ControlReport(control: "navbus", kind: kind, text: text)), tick: 0)]
    }

    private mutating func ticked(_ events: [Event], _ tick: UInt64) -> [TickedEvent] {
        var ticked: [TickedEvent] = []
        for event in events {
            note(event)
            ticked.append(TickedEvent(event: event, tick: tick))
            if case .navigation(let info) = event { ticked += failureReport(info.rerouting) }
        }
        return ticked
    }

    /// Reports each failed attempt to find another route once.
    private mutating func failureReport(_ rerouting: Rerouting?) -> [TickedEvent] {
        let told = reportedSearch
        reportedSearch = rerouting ?? Rerouting()
        guard let rerouting, !rerouting.failure.isEmpty, rerouting.request == nil,
            told.request != nil || told.failure != rerouting.failure || told.attempts != rerouting.attempts
        else { return [] }
        return report(.warning, "failed to find another route: \(rerouting.failure)")
    }

    private mutating func note(_ event: Event) {
        switch event {
        case .navigationStarted(let route):
            guided = GuidedStatus(
                state: .enroute, routeID: route.id,
                toDestination: Remaining(
                    distanceMeters: route.distanceMeters, durationSeconds: route.durationSeconds))
        case .navigation(let info):
            guided.state = info.state
            guided.toDestination = info.toDestination
        case .navigationStopped:
            guided = GuidedStatus()
            route = nil
        case .gps, .control, .command, .heading: break
        }
    }
}
