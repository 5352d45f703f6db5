import Guidance
import NavigationEvents
import Positions

/// Passes a drive to guidance as the bus does, and records the events.
struct Journey {
    private(set) var events: [Event] = []
    /// The requests to the router, each once.
    private(set) var asked: [RouteRequest] = []
    private(set) var verdicts: [AnswerVerdict] = []
    private var guidance: GuidanceState
    private var filter: PositionFilter?

    init(_ settings: GuidanceSettings = GuidanceSettings(), filtered mode: TravelMode? = nil) {
        guidance = GuidanceState(settings: settings)
        filter = mode.map { PositionFilter(mode: $0) }
    }

    /// A complete journey.
    static func along(
        _ route: Route, _ fixes: [Fix], settings: GuidanceSettings = GuidanceSettings(), filtered: Bool = false
    ) throws -> Journey {
        var journey = Journey(settings, filtered: filtered ? route.travelMode : nil)
        try journey.start(route)
        journey.drive(fixes)
        return journey
    }

    mutating func start(_ route: Route) throws { events += try guidance.start(route) }

    mutating func take(_ durations: SpeechDurations) { guidance.take(durations) }

    mutating func stop() { events += guidance.stop() }

    mutating func skip() { events += guidance.skipStopover() }

    mutating func drive(_ fixes: [Fix]) {
        for fix in fixes {
            guard filter != nil else {
                events += guidance.update(fix)
                continue
            }
            switch filter?.accept(fix) {
            case .accepted(let smoothed): events += guidance.update(smoothed)
            case .rejected(.repeated): events += guidance.elapse(to: fix.time, because: .stationary)
            default: events += guidance.elapse(to: fix.time)
            }
        }
    }

    /// Drives with a router that takes `delaySeconds` for each answer; it does not answer if it returns `nil`.
    mutating func drive(
        _ fixes: [Fix], delaySeconds: Double = 1, router: (RouteRequest) -> RouteAnswer.Outcome?
    ) {
        var seen: Set<UInt64> = []
        var coming: [(at: Timestamp, answer: RouteAnswer)] = []
        for fix in fixes {
            for (_, answer) in coming.filter({ fix.time >= $0.at }) { take(answer) }
            coming.removeAll { fix.time >= $0.at }
            drive([fix])
            guard let request = infos.last?.rerouting?.request, seen.insert(request.number).inserted else { continue }
            asked.append(request)
            guard let outcome = router(request) else { continue }
            let nanoseconds = fix.time.nanosecondsSinceEpoch + Int64(delaySeconds * 1e9)
            coming.append(
                (Timestamp(nanosecondsSinceEpoch: nanoseconds), RouteAnswer(number: request.number, outcome: outcome)))
        }
    }

    /// Processes a router's answer.
    mutating func take(_ answer: RouteAnswer) {
        let (verdict, new) = guidance.process(answer)
        verdicts.append(verdict)
        events += new
    }

    /// Advances the time without a fix.
    mutating func elapse(to seconds: Double) { events += guidance.elapse(to: Drive.time(seconds)) }

    /// The guidance along the routes, without that in the state `stopped`.
    var infos: [NavigationInfo] { guidances.filter { $0.state != .stopped } }

    /// The guidance with which navigations ended.
    var endings: [NavigationInfo] { guidances.filter { $0.state == .stopped } }

    private var guidances: [NavigationInfo] {
        events.compactMap { if case .navigation(let info) = $0 { info } else { nil } }
    }

    /// The started routes, in order.
    var routes: [Route] {
        events.compactMap { if case .navigationStarted(let route) = $0 { route } else { nil } }
    }

    var stops: Int { events.count { $0.topic == .onNavigationStopped } }

    /// The cues in the order in which they became due, each once.
    var cues: [Cue] {
        var seen: Set<CueReference> = []
        return infos.compactMap(\.cue).filter { seen.insert($0.reference).inserted }
    }

    /// The matched positions, metres along the route.
    var matchedMeters: [Double] { infos.compactMap(\.matched?.distanceAlongRouteMeters) }

    var wasOffRoute: Bool { infos.contains(where: \.isOffRoute) }
    var arrived: Bool { infos.contains(where: \.isDestinationReached) }
}
