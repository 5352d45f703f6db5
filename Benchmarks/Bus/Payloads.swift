import NavigationEvents

/// The published events: one of about 100 bytes on the wire, one of about 700.
enum Payloads {
    private static let time = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000)
    private static let place = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)

    static let gps = Event.gps(Fix(time: time, position: place, speedMetersPerSecond: 13.5))

    static let navigation = Event.navigation(
        NavigationInfo(
            state: .enroute, routeID: "heidelberg", fix: fix,
            matched: MatchedPosition(
                position: place, bearingDegrees: 90, distanceAlongRouteMeters: 1200, distanceFromRouteMeters: 2),
            currentStep: step(1, lanes: lanes), nextStep: step(2), remainingSteps: [step(2)],
            toManeuver: rest, toStopover: rest, toDestination: rest, maneuverToNextMeters: 250,
            speedLimit: SpeedLimit(metersPerSecond: 13.9, isExplicit: true), currentStreetName: "Sofienstraße",
            cue: Cue(
                identity: 0xFEED_BEEF, stage: .prepare, subject: .maneuver, stepNumber: 1, distanceMeters: 300,
                priority: .prepare, dueAt: time, validForSeconds: 10),
            lookahead: LookaheadPoint(position: place, bearingDegrees: 91, distanceMeters: 40),
            suggestedZoomMeters: 400))

    private static let fix = Fix(
        time: time, position: place, altitudeMeters: 114, horizontalAccuracyMeters: 4, speedMetersPerSecond: 13.5,
        courseDegrees: 91, satellitesUsed: 9, quality: .gps)

    private static let rest = Remaining(distanceMeters: 321, durationSeconds: 24)

    private static let lanes = [
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .straight)]),
        Lane(directions: [LaneDirection(shape: .straight), LaneDirection(shape: .normalRight)]),
    ]

    private static func step(_ number: Int, lanes: [Lane] = []) -> Step {
        Step(
            number: number, maneuver: .turnLeft, geometryIndex: 40 * number,
            fullRoadName: "B 37 / Friedrich-Ebert-Anlage",
            simpleRoadName: "B 37", turnAngleDegrees: -85, drivingSide: .right, lanes: lanes,
            distanceFromPreviousMeters: 640, durationFromPreviousSeconds: 51)
    }
}
