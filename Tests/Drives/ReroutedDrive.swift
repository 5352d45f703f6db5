import Guidance
import NavigationEvents
import Positions

/// A drive that is guided with a router, whose answers arrive after a delay.
struct ReroutedDrive {
    private(set) var events: [Event] = []
    private(set) var asked = 0
    /// Number of routes that replaced the plan.
    private(set) var routes = 0
    private(set) var failures: [String] = []
    private(set) var secondsOffRoute = 0
    private let plan: Route
    private var guidance = GuidanceState()
    private var coming: [(at: Double, answer: RouteAnswer)] = []
    private var lastNumber: UInt64 = 0

    init(_ plan: Route) { self.plan = plan }

    var hasArrived: Bool {
        events.contains { if case .navigation(let info) = $0 { info.isDestinationReached } else { false } }
    }

    mutating func drive(
        _ drive: RecordedDrive, delaySeconds: Double, router: (RouteRequest) throws -> RouteAnswer.Outcome
    ) throws {
        var filter = PositionFilter(mode: plan.travelMode)
        events += try guidance.start(plan)
        for moment in drive.moments {
            for (_, answer) in coming.filter({ $0.at <= moment.seconds }) { process(answer) }
            coming.removeAll { $0.at <= moment.seconds }
            guard let fix = moment.fix, case .accepted(let smoothed) = filter.accept(fix) else { continue }
            let new = guidance.update(smoothed)
            events += new
            for case .navigation(let info) in new {
                if info.isOffRoute { secondsOffRoute += 1 }
                guard let request = info.rerouting?.request, request.number != lastNumber else { continue }
                lastNumber = request.number
                asked += 1
                let answer = RouteAnswer(number: request.number, outcome: try router(request))
                coming.append((moment.seconds + delaySeconds, answer))
            }
        }
        events += guidance.stop()
    }

    private mutating func process(_ answer: RouteAnswer) {
        let (verdict, new) = guidance.process(answer)
        events += new
        switch verdict {
        case .follow: routes += 1
        case .fail(let reason): failures.append(reason)
        case .askAgain, .drop: break
        }
    }
}
