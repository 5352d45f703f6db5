import EventBus
import NavigationEvents

/// A simulated drive: a straight street with a turn every 200 metres, alternately to the left and to the right, with
/// lanes before each, and a destination. A value that `advance` moves on.
struct TestDrive {
    static let turns = 12
    static let metersBetweenTurns = 200.0
    private static let metersOfDegree = 111_195.0

    /// Time of the newest fix.
    private(set) var time = Timestamp.now
    /// Number of the next turn, from 1.
    private(set) var turn = 1
    /// Distance to the next turn, metres.
    private(set) var metersToTurn = 190.0
    private(set) var ticks: UInt64 = 0
    /// Number of cues, including those of the previous drive.
    private(set) var cues: UInt64
    let routeID: String

    init(routeID: String = "exam", cues: UInt64 = 0) {
        self.routeID = routeID
        self.cues = cues
    }

    /// The route.
    var route: Route {
        let points = (0...Self.turns + 1).map { coordinate(Double($0) * Self.metersBetweenTurns) }
        let steps = (0...Self.turns + 1).map(step)
        let length = Double(Self.turns + 1) * Self.metersBetweenTurns
        return Route(
            id: routeID, provider: "exam", geometry: points,
            legs: [Leg(steps: steps, distanceMeters: length, durationSeconds: length / 10)],
            stopovers: [Stopover(position: points[points.count - 1], geometryIndex: points.count - 1, name: "Harbour")],
            distanceMeters: length, durationSeconds: length / 10)
    }

    /// Moves on by a time, seconds.
    mutating func advance(seconds: Double = 1) {
        time.nanosecondsSinceEpoch += Int64(seconds * 1e9)
        ticks += 1
        metersToTurn -= 8 * seconds
        if metersToTurn < 20 { pass() }
    }

    /// Passes the next turn.
    mutating func pass() {
        turn = turn < Self.turns ? turn + 1 : 1
        metersToTurn = 190
    }

    /// The current fix.
    var fix: Fix {
        Fix(
            time: time, position: coordinate(Double(turn) * Self.metersBetweenTurns - metersToTurn),
            horizontalAccuracyMeters: 4, speedMetersPerSecond: 8, courseDegrees: 0, satellitesUsed: 9, quality: .gps)
    }

    /// The current guidance.
    func info(_ cue: Cue? = nil) -> NavigationInfo {
        let along = Double(turn) * Self.metersBetweenTurns - metersToTurn
        let left = Double(Self.turns + 1) * Self.metersBetweenTurns - along
        let coming = (turn + 1..<min(turn + 6, Self.turns + 2)).map(step)
        return NavigationInfo(
            state: .enroute, routeID: routeID, isRouteChanged: ticks == 0, fix: fix,
            matched: MatchedPosition(
                position: fix.position, bearingDegrees: 0, distanceAlongRouteMeters: along, distanceFromRouteMeters: 0),
            currentStep: step(turn), nextStep: coming.first, remainingSteps: coming,
            toManeuver: Remaining(distanceMeters: metersToTurn, durationSeconds: metersToTurn / 8),
            toStopover: Remaining(distanceMeters: left, durationSeconds: left / 8),
            toDestination: Remaining(distanceMeters: left, durationSeconds: left / 8),
            maneuverToNextMeters: Self.metersBetweenTurns,
            speedLimit: SpeedLimit(metersPerSecond: 50 / 3.6, isExplicit: true), currentStreetName: "Harbour Street",
            cue: cue, suggestedZoomMeters: 400)
    }

    /// The guidance while off route.
    func offRoute(_ rerouting: Rerouting) -> NavigationInfo {
        NavigationInfo(
            state: .rerouting, routeID: routeID, fix: fix, currentStreetName: "", isOffRoute: true, rerouting: rerouting
        )
    }

    /// A new cue for the next turn.
    mutating func cue(_ stage: CueStage = .now) -> Cue {
        cues += 1
        return Cue(
            identity: 0xE0_0000 + cues, stage: stage, subject: .maneuver, stepNumber: turn,
            distanceMeters: metersToTurn, priority: stage == .now ? .now : .prepare, dueAt: time, validForSeconds: 20)
    }

    /// The step with this number; 0 is the departure.
    private func step(_ number: Int) -> Step {
        let isLast = number > Self.turns
        let isLeft = number % 2 == 1
        let lanes = [
            Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: isLeft)]),
            Lane(directions: [LaneDirection(shape: .straight)]),
            Lane(directions: [LaneDirection(shape: .normalRight, isRecommended: !isLeft)]),
        ]
        let isTurn = number > 0 && !isLast
        return Step(
            number: number,
            maneuver: number == 0 ? .depart : isLast ? .destination : isLeft ? .turnLeft : .turnRight,
            geometryIndex: number, fullRoadName: "Street \(number)", simpleRoadName: "Street \(number)",
            turnAngleDegrees: isTurn ? (isLeft ? -90 : 90) : nil, drivingSide: .right, lanes: isTurn ? lanes : [],
            distanceFromPreviousMeters: number == 0 ? 0 : Self.metersBetweenTurns,
            durationFromPreviousSeconds: number == 0 ? 0 : Self.metersBetweenTurns / 10)
    }

    private func coordinate(_ meters: Double) -> Coordinate {
        Coordinate(latitudeDegrees: 49.4 + meters / Self.metersOfDegree, longitudeDegrees: 8.67)
    }
}
