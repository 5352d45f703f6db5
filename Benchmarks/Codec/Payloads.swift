import NavigationEvents

/// The envelopes of the benchmark, one of each of the three frequent topics.
enum Payloads {
    /// A fix in its envelope, about 100 bytes.
    static let gps = envelope(.gps(fix))

    /// About 700 bytes: two steps with names, four lanes, all distances, a cue and the lookahead.
    static let navigation = envelope(.navigation(info))

    /// The heading of a wristband, about 100 bytes.
    static let heading = envelope(
        .heading(
            Heading(
                time: time, degrees: 87.5, accuracyDegrees: 5, declinationDegrees: 3.75,
                source: "bluetooth F0:F1:F2:F3:F4:F5")))

    private static let time = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_250_000_000)
    private static let place = Coordinate(latitudeDegrees: 49.409_12, longitudeDegrees: 8.694_71)

    private static func envelope(_ event: Event) -> Envelope {
        Envelope(
            run: 0x5EED_5EED_5EED_5EED, sequence: 4711, topicSequence: 2042, session: .main,
            monotonicNanoseconds: 86_400_123_456_789, publishedAt: time, tick: 2043, event: event)
    }

    private static let fix = Fix(
        time: time, position: place,
        smoothedPosition: Coordinate(latitudeDegrees: 49.409_13, longitudeDegrees: 8.694_70),
        horizontalAccuracyMeters: 4.5, speedMetersPerSecond: 13.4, courseDegrees: 271.5, satellitesUsed: 11,
        quality: .gps)

    private static let lanes = [
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .straight)]),
        Lane(directions: [LaneDirection(shape: .straight), LaneDirection(shape: .normalRight)]),
    ]

    private static let currentStep = Step(
        number: 7, maneuver: .turnLeft, geometryIndex: 213, fullRoadName: "B 37 / Neckarstaden",
        simpleRoadName: "Neckarstaden", turnAngleDegrees: -87, drivingSide: .right, lanes: lanes,
        signpost: Signpost(destinations: ["Mannheim", "Eberbach"], refs: ["B 37"]),
        distanceFromPreviousMeters: 842.5, durationFromPreviousSeconds: 71.25)

    private static let nextStep = Step(
        number: 8, maneuver: .turnSlightRight, geometryIndex: 241, fullRoadName: "Ernst-Walz-Brücke",
        simpleRoadName: "Ernst-Walz-Brücke", turnAngleDegrees: 31, drivingSide: .right,
        distanceFromPreviousMeters: 214, durationFromPreviousSeconds: 19.5)

    private static let info = NavigationInfo(
        state: .enroute, routeID: "heidelberg-7", fix: fix,
        matched: MatchedPosition(
            position: place, bearingDegrees: 270.25, distanceAlongRouteMeters: 3120.75, distanceFromRouteMeters: 1.5),
        currentStep: currentStep, nextStep: nextStep, remainingSteps: [nextStep],
        toManeuver: Remaining(distanceMeters: 287.5, durationSeconds: 24.5),
        toStopover: Remaining(distanceMeters: 4210, durationSeconds: 402),
        toDestination: Remaining(distanceMeters: 4210, durationSeconds: 402), maneuverToNextMeters: 214,
        speedLimit: SpeedLimit(metersPerSecond: 50 / 3.6, isExplicit: true), currentStreetName: "Uferstraße",
        cue: Cue(
            identity: 0xC0FF_EE00_1234_5678, stage: .prepare, subject: .maneuver, stepNumber: 7, distanceMeters: 300,
            includesNext: true, priority: .prepare, dueAt: time, validForSeconds: 12),
        lookahead: LookaheadPoint(position: place, bearingDegrees: 269.5, distanceMeters: 35))
}
