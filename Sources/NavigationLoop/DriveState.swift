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
    /// The route of a simulated source.
    private(set) var simulatedRoute: Route?
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
        var state: NavigationState
        var routeID: String
        var toDestination: Remaining?
    }

    init(settings: GuidanceSettings, isSimulated: Bool = false) {
        guidance = GuidanceState(settings: settings)
        filter = PositionFilter(mode: numbers.travelMode)
        self.isSimulated = isSimulated
    }

    /// The route that is followed.
    var route: Route? { guidance.route }

    /// The guidance part of the session's status.
    var guided: GuidedStatus {
        GuidedStatus(
            state: guidance.state, routeID: guidance.route?.id ?? "", toDestination: guidance.toDestination)
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
    mutating func process(_ input: DriveInput) throws(RouteModelError) -> [TickedEvent] {
        if input.isFromSource { numbers.sourceEvents &+= 1 }
        switch input {
        case .started(let route): return try start(route)
        case .begun: begin()
        case .stopped: return ticked(guidance.stop())
        case .skipped: return ticked(guidance.skipStopover(), numbers.tick) + failureReport()
        case .motion(let reading): guidance.take(reading)
        case .speech(let durations): guidance.take(durations)
        case .fix(let fix), .position(let fix): return process(fix) + endSilence()
        case .answered(let answer): return process(answer).events
        case .rerouted(let route): return try reroute(along: route)
        case .elapsed(let time): return elapse(to: corrected(time))
        case .problem(let kind, let text):
            numbers.sourceProblems &+= 1
            return report(kind, text)
        case .ended:
            numbers.isSourceEnded = true
            return report(.note, "the source of positions has ended")
        case .silenced(let seconds):
            numbers.isSourceSilent = true
            return report(.warning, "the source of positions has been silent for \(seconds) s")
        case .reported(let kind, let text): return report(kind, text)
        }
        return []
    }

    /// Processes an old input, which only affects the movement.
    mutating func warmUp(_ input: DriveInput) throws(RouteModelError) {
        var before = numbers
        _ = try process(input)
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
        filter = PositionFilter(mode: mode, after: filter)
    }

    private mutating func start(_ route: Route) throws(RouteModelError) -> [TickedEvent] {
        let events = ticked(try guidance.start(route))
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

    /// Judges and processes a router's answer.
    ///
    /// - Returns: The events, and the input that has the same effect whenever it is replayed: the log must not hold
    ///   routes that are not followed, and a replay of a thinned log must not judge the answer again.
    mutating func process(_ answer: RouteAnswer) -> (events: [TickedEvent], outcome: DriveInput) {
        let (verdict, guided) = guidance.process(answer)
        let events = ticked(guided, numbers.tick) + failureReport()
        func failure(_ reason: String) -> DriveInput {
            .answered(RouteAnswer(number: answer.number, outcome: .failure(reason)))
        }
        switch verdict {
        case .follow(let route):
            filter(as: route.travelMode)
            return (events, .rerouted(route))
        case .fail(let reason): return (events, failure(reason))
        case .drop(let reason): return (events + ignored(reason), failure(reason))
        case .askAgain(let reason): return (events + ignored(reason), .answered(answer))
        }
    }

    private func ignored(_ reason: String) -> [TickedEvent] { report(.note, "a route was ignored: \(reason)") }

    private mutating func reroute(along route: Route) throws(RouteModelError) -> [TickedEvent] {
        let events = ticked(try guidance.reroute(along: route), numbers.tick) + failureReport()
        filter(as: route.travelMode)
        return events
    }

    private mutating func process(_ fix: Fix) -> [TickedEvent] {
        switch filter.accept(fix.withoutImpossibleNumbers) {
        case .accepted(let fix):
            numbers.tick &+= 1
            lastFix = fix
            lastTime = fix.time
            return receiverReport() + guide(fix)
        case .rejected(let rejection):
            // There is no position, but time has passed.
            let time = filter.corrected(fix.time)
            // A receiver that hangs repeats its position.
            let cause: PositionCause = rejection == .repeated ? .stationary : .noFix
            return receiverReport() + reject(rejection) + (isTimeAdvanced(time) ? elapse(to: time, because: cause) : [])
        }
    }

    /// Reports once what the receiver reports wrongly.
    private mutating func receiverReport() -> [TickedEvent] {
        guard let problem = filter.takeProblem() else { return [] }
        numbers.sourceProblems &+= 1
        return report(.warning, "failed to \(problem)")
    }

    /// A time of the source on the clock of the fixes: that of a recording may still be the clock of its receiver.
    func corrected(_ time: Timestamp) -> Timestamp {
        lastTime.map { time < $0 } == true ? filter.corrected(time) : time
    }

    private mutating func endSilence() -> [TickedEvent] {
        guard numbers.isSourceSilent else { return [] }
        numbers.isSourceSilent = false
        return report(.note, "the source of positions is back")
    }

    private mutating func elapse(to time: Timestamp, because cause: PositionCause = .noFix) -> [TickedEvent] {
        guard PhysicalRange.time.contains(time) else { return [] }
        lastTime = time
        return ticked(guidance.elapse(to: time, because: cause), numbers.tick) + failureReport()
    }

    private mutating func guide(_ fix: Fix) -> [TickedEvent] {
        let tick = numbers.tick
        switch guidance.advance(to: fix) {
        case .nothing: return []
        case .passed: return ticked([.gps(fix)], tick)
        case .guided: return ticked([.gps(fix), .navigation(guidance.info)], tick) + failureReport()
        case .ended(let events):
            return ticked([.gps(fix), .navigation(guidance.info)], tick) + failureReport() + ticked(events, tick)
        }
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

    private func ticked(_ events: [Event], _ tick: UInt64) -> [TickedEvent] {
        events.map { TickedEvent(event: $0, tick: tick) }
    }

    /// Events that no fix caused; guidance among them has the number of its fix.
    private func ticked(_ events: [Event]) -> [TickedEvent] {
        events.flatMap { ticked([$0], $0.topic == .onNavigation ? numbers.tick : 0) }
    }

    /// Reports each failed attempt to find another route once, after the guidance that shows it.
    private mutating func failureReport() -> [TickedEvent] {
        let (before, now) = (reportedSearch, guidance.info.rerouting ?? Rerouting())
        reportedSearch = now
        guard !now.failure.isEmpty, now.request == nil,
            before.request != nil || before.failure != now.failure || before.attempts != now.attempts
        else { return [] }
        return report(.warning, "failed to find another route: \(now.failure)")
    }
}
