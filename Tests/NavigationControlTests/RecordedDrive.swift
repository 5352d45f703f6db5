import BusTestSupport
import NavigationEvents

/// The events of a short drive, as in a recording: two turns, a time off route, a gap, an arrival.
struct RecordedDrive {
    private(set) var events: [Event] = []
    private let begin = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)

    init() {
        events.append(.navigationStarted(.make("r1")))
        for second in 0..<20 { drive(at: Double(second), to: Self.left, meters: 400 - Double(second) * 20) }
        for second in 20..<24 { drive(at: Double(second), to: Self.right, meters: 500, isOffRoute: true) }
        events.append(.navigationStarted(.make("r2")))
        for second in 24..<40 {
            drive(at: Double(second), to: Self.right, meters: 840 - Double(second) * 21, route: "r2")
        }
        // The receiver is silent for a while, so that a cue comes too late.
        for second in 58..<66 { drive(at: Double(second), to: Self.late, meters: 30, route: "r2", dueAt: 41) }
        for second in 66..<80 {
            drive(at: Double(second), to: Self.goal, meters: 160 - Double(second) * 2, route: "r2")
        }
        events.append(.navigationStopped(.requested))
    }

    private static let left = Step(
        number: 1, maneuver: .turnLeft, geometryIndex: 1, fullRoadName: "Mill Road", simpleRoadName: "Mill Road",
        drivingSide: .right,
        lanes: [
            Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
            Lane(directions: [LaneDirection(shape: .straight)]),
        ])
    private static let right = Step(
        number: 2, maneuver: .roundaboutRightCounterclockwise, geometryIndex: 2, fullRoadName: "High Street",
        simpleRoadName: "High Street", roundabout: Roundabout(exitCount: 2), drivingSide: .right)
    private static let late = Step(number: 3, maneuver: .turnSharpLeft, geometryIndex: 3, drivingSide: .right)
    private static let goal = Step(number: 4, maneuver: .destinationRight, geometryIndex: 4, drivingSide: .right)

    private mutating func drive(
        at second: Double, to step: Step, meters: Double, isOffRoute: Bool = false, route: String = "r1",
        dueAt: Double? = nil
    ) {
        let isThere = step.maneuver.isDestination && meters < 4
        let stage: CueStage = meters < 60 ? .now : .prepare
        let cue = Cue(
            identity: UInt64(step.number), stage: stage,
            subject: step.maneuver.isDestination ? .destination : .maneuver,
            stepNumber: step.number, distanceMeters: meters, priority: stage == .now ? .now : .prepare,
            dueAt: time(dueAt ?? second), validForSeconds: 10)
        let fix = Fix(
            time: time(second), position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7 + second * 1e-4),
            headingDegrees: (second * 37).truncatingRemainder(dividingBy: 360))
        var info = NavigationInfo(
            state: isOffRoute ? .rerouting : .enroute, routeID: route, isDestinationReached: isThere, fix: fix,
            currentStep: step, toManeuver: Remaining(distanceMeters: meters, durationSeconds: meters / 20),
            isOffRoute: isOffRoute, cue: isOffRoute ? nil : cue,
            lookahead: LookaheadPoint(position: fix.position, bearingDegrees: 90, distanceMeters: 30))
        info.toDestination = Remaining(distanceMeters: meters + 100, durationSeconds: 60)
        events += [.gps(fix), .navigation(info)]
    }

    private func time(_ second: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: begin.nanosecondsSinceEpoch + Int64(second * 1e9))
    }
}
