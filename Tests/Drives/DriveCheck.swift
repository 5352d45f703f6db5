import NavigationEvents

/// Checks the guidance of a drive against the true positions of the vehicle.
struct DriveCheck {
    /// Time within which leaving the plan must be detected.
    static let noticeSeconds = 20.0
    /// Time for which off route may still be reported after the return to the plan.
    static let returnSeconds = 30.0
    /// Distance from the plan at which the vehicle has left it.
    static let leftMeters = 50.0

    let drive: RecordedDrive
    let plan: Plan
    let guided: GuidedDrive
    private let isOnPlan: [Bool]

    init(_ drive: RecordedDrive, _ plan: Plan, _ guided: GuidedDrive) {
        self.drive = drive
        self.plan = plan
        self.guided = guided
        isOnPlan = drive.moments.map { plan.follows($0.truth) }
    }

    /// Descriptions of all mistakes.
    var mistakes: [String] {
        falseAlarms + unnoticed + arrivalMistakes + cueMistakes + SequenceRules.mistakes(in: guided.events.map(\.event))
    }

    /// Distances between matched and true positions, metres, while the vehicle was on the plan and had fixes.
    var errorsMeters: [Double] {
        let seconds = Dictionary(drive.moments.indices.map { (drive.moments[$0].seconds, $0) }) { first, _ in first }
        return guided.infos.compactMap { second, info in
            guard let index = seconds[second], isOnPlan[index], !info.isOffRoute, info.positionStatus == .reliable,
                let matched = info.matched
            else {
                return nil
            }
            return Plan.distanceMeters(matched.position, drive.moments[index].truth.position)
        }
    }

    private var falseAlarms: [String] {
        guided.offRouteSpans.filter {
            !wasOffPlan(between: $0.lowerBound - Self.returnSeconds, and: $0.lowerBound + 10)
        }
        .map { "reports off route from \($0.lowerBound) s to \($0.upperBound) s, but the vehicle is on the route" }
    }

    private var unnoticed: [String] {
        let end = guided.events.last { if case .navigation = $0.event { true } else { false } }?.seconds ?? 0
        return leftSpans.compactMap { span in
            let noticed = guided.offRouteSpans.contains { $0.overlaps(span.lowerBound...span.upperBound) }
            guard !noticed, span.lowerBound + Self.noticeSeconds < min(end, span.upperBound) else { return nil }
            return "does not detect that the vehicle is off route from \(span.lowerBound) s to \(span.upperBound) s"
        }
    }

    /// The times at which the vehicle was clearly off the plan.
    private var leftSpans: [ClosedRange<Double>] {
        var spans: [ClosedRange<Double>] = []
        var wasLeft = false
        for moment in drive.moments {
            let isLeft = plan.distanceMeters(from: moment.truth.position) > Self.leftMeters
            if isLeft {
                let start = wasLeft ? spans.popLast()?.lowerBound : nil
                spans.append((start ?? moment.seconds)...moment.seconds)
            }
            wasLeft = isLeft
        }
        return spans
    }

    private var arrivalMistakes: [String] {
        let arrival = guided.infos.last
        guard guided.hasArrived, let arrival else {
            return reachesEnd ? ["does not arrive, but the vehicle does"] : []
        }
        let index = drive.moments.firstIndex { $0.seconds >= arrival.seconds } ?? 0
        let missing = plan.distanceToEndMeters(from: drive.moments[index].truth.position)
        return missing > 60 ? ["arrives \(Int(missing)) m before the destination"] : []
    }

    /// Whether the vehicle follows the plan to its end.
    private var reachesEnd: Bool {
        guard let last = drive.moments.last else { return false }
        return plan.distanceToEndMeters(from: last.truth.position) < 30 && isOnPlan.suffix(20).allSatisfy(\.self)
    }

    private var cueMistakes: [String] {
        var said: Set<CueReference> = []
        return guided.cues.filter { $0.subject != .offRoute && !said.insert($0.reference).inserted }
            .map { "repeats the cue \($0.subject) \($0.stage) of step \($0.stepNumber)" }
    }

    private func wasOffPlan(between start: Double, and end: Double) -> Bool {
        zip(drive.moments, isOnPlan).contains { start...end ~= $0.seconds && !$1 }
    }
}
