import EventCodec
import NavigationEvents

/// The values whose bytes and JSON are in `Tests/Samples/v1`, by the names of the files.
///
/// Append-only, like the contract: a sample is never changed or removed, since it represents the output of older
/// versions. New fields get new samples.
enum Samples {
    static var all: [(name: String, value: any TopLevelMessage)] {
        envelopes.map { ("Envelope.\($0)", $1) } + requests.map { ("RequestFrame.\($0)", $1) }
            + replies.map { ("ReplyFrame.\($0)", $1) } + snapshots.map { ("Snapshot.\($0)", $1) }
            + orders.map { ("LaunchOrder.\($0)", $1) }
    }

    static let time = Timestamp(nanosecondsSinceEpoch: 1_700_000_000_250_000_000)
    static let place = Coordinate(latitudeDegrees: 49.4122, longitudeDegrees: 8.7101)
    static let rider = Session("rider-2_b") ?? .main

    static func envelope(_ event: Event, session: Session = .main, tick: UInt64 = 2043) -> Envelope {
        Envelope(
            run: 0xFEED_0000_0000_0001, sequence: 4711, topicSequence: 300, session: session,
            monotonicNanoseconds: 86_400_123_456_789, publishedAt: time, tick: tick, event: event)
    }

    static let fullFix = Fix(
        time: time, position: place,
        smoothedPosition: Coordinate(latitudeDegrees: 49.41221, longitudeDegrees: 8.71012), altitudeMeters: 114.5,
        horizontalAccuracyMeters: 4.5, speedMetersPerSecond: 13.25, speedAccuracyMetersPerSecond: 0.4,
        courseDegrees: 271.5, headingDegrees: 270, headingAccuracyDegrees: 8, satellitesUsed: 11, satellitesInView: 17,
        quality: .differential)

    /// The lanes that every encoding must preserve exactly.
    static let fourLanes = [
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .straight)]),
        Lane(directions: [LaneDirection(shape: .straight), LaneDirection(shape: .normalRight)]),
    ]

    static let fullStep = Step(
        number: 7, maneuver: .roundaboutRightCounterclockwise, geometryIndex: 213, fullRoadName: "B 37 / Neckarstaden",
        simpleRoadName: "B 37", instruction: "Take the second exit onto \"Neckarstaden\".", exitNumber: "9A",
        roundabout: Roundabout(exitCount: 2, exitAngleDegrees: 85, otherArmAnglesDegrees: [0, 270]),
        turnAngleDegrees: 85, drivingSide: .right, lanes: fourLanes,
        signpost: Signpost(destinations: ["Mannheim", "Würzburg"], refs: ["B 37", "A 5"]), tunnelMode: .inside,
        ferry: .enter, borderCountryCode: "FR", roadClassChange: .motorroadExit, isEndOfRoad: true,
        distanceFromPreviousMeters: 842.5, durationFromPreviousSeconds: 71.25)

    static let nextStep = Step(
        number: 8, maneuver: .destinationLeft, geometryIndex: 241, drivingSide: .right, distanceFromPreviousMeters: 214,
        durationFromPreviousSeconds: 19.5)

    static let fullNavigation = NavigationInfo(
        state: .enroute, routeID: "route-1", isRouteChanged: true, isDestinationReached: true, stopoversReached: 1,
        fix: fullFix, positionStatus: .estimated,
        matched: MatchedPosition(
            position: place, bearingDegrees: 270.25, distanceAlongRouteMeters: 3120.75, distanceFromRouteMeters: 1.5),
        currentStep: fullStep, nextStep: nextStep, remainingSteps: [nextStep],
        toManeuver: Remaining(distanceMeters: 287.5, durationSeconds: 24.5),
        toStopover: Remaining(distanceMeters: 501.5, durationSeconds: 44),
        toDestination: Remaining(distanceMeters: 501.5, durationSeconds: 44), maneuverToNextMeters: 214,
        speedLimit: SpeedLimit(metersPerSecond: 13.75, isExplicit: true), currentStreetName: "Uferstraße",
        isInTunnel: true, isOffRoute: true, isWrongWay: true,
        cue: Cue(
            identity: 0xC0FF_EE00_1234_5678, stage: .prepare, subject: .maneuver, stepNumber: 7, distanceMeters: 300,
            includesNext: true, isNextImmediate: true, priority: .prepare, dueAt: time, validForSeconds: 12),
        lookahead: LookaheadPoint(position: place, bearingDegrees: 269.5, distanceMeters: 35), suggestedZoomMeters: 400)

    static let fullRoute = Route(
        id: "route-1", provider: "valhalla", reason: .rerouted, travelMode: .car,
        geometry: [
            place, Coordinate(latitudeDegrees: 49.413, longitudeDegrees: 8.7),
            Coordinate(latitudeDegrees: -0.0, longitudeDegrees: -179.999_999_999_999_97),
        ],
        legs: [
            Leg(
                steps: [Step(number: 0, maneuver: .depart, geometryIndex: 0), fullStep], distanceMeters: 842.5,
                durationSeconds: 71.25),
            Leg(steps: [], distanceMeters: 0, durationSeconds: 0),
        ],
        stopovers: [
            Stopover(position: place, geometryIndex: 1, name: "Marktplatz"),
            Stopover(position: place, geometryIndex: 2),
        ],
        tunnels: [GeometrySpan(fromIndex: 0, toIndex: 1)],
        speedLimits: [
            SpeedLimitSpan(
                span: GeometrySpan(fromIndex: 0, toIndex: 1),
                limit: SpeedLimit(metersPerSecond: 13.75, isExplicit: true)),
            SpeedLimitSpan(
                span: GeometrySpan(fromIndex: 1, toIndex: 2), limit: SpeedLimit(metersPerSecond: nil, isExplicit: false)
            ),
        ],
        distanceMeters: 842.5, durationSeconds: 71.25)

    /// A ferry, which the first versions of the contract did not mark.
    static let ferryRoute: Route = {
        var route = fullRoute
        route.ferries = [GeometrySpan(fromIndex: 1, toIndex: 2)]
        return route
    }()

    /// The fields that the first versions of the contract did not have.
    static let approachingNavigation = NavigationInfo(
        state: .enroute, routeID: "route-1", stopoversSkipped: 2, skipReason: .passed, fix: fullFix,
        positionStatus: .estimated, positionRadiusMeters: 12.5, positionCause: .inaccurate, isOnFerry: true,
        approach: RouteApproach(distanceMeters: 180.5, bearingDegrees: 312.25))

    static let fullMotion = MotionReading(
        speedMetersPerSecond: 13.25, yawRateDegreesPerSecond: -12.5, gear: .reverse, source: "can0", time: time)

    static let fullDurations = SpeechDurations(
        routeID: "route-1",
        steps: [
            StepSpeech(
                stepNumber: 3, nowSeconds: 2.125, thenSeconds: 1.25, lanesSeconds: 0.75, prepareSeconds: 3.5),
            StepSpeech(stepNumber: 4, nowSeconds: 1.5, prepareSeconds: 2.25),
        ])

    static let fullReport = ControlReport(
        control: "speech", kind: .began, effect: "utterance", cue: CueReference(identity: .max, stage: .now),
        text: "Now turn left,\nthen \"immediately\" right.")

    static let progressedReport = ControlReport(
        control: "speech", kind: .progressed, effect: "utterance", processID: 4242, number: 8, range: 4..<8,
        effectNumber: .max)

    static let picturedReport = ControlReport(
        control: "signs", kind: .began, effect: "sign", text: "turn left", processID: 4242, number: 9,
        picture: ReportedPicture(
            mediaType: "image/svg+xml", widthPoints: 48, heightPoints: 36.5, data: Array("<svg/>".utf8) + [0, 0xFF]))

    /// A sample of a minimal program: it is empty.
    static let blankPicture = ControlReport(
        control: "signs", kind: .began, effect: "sign",
        picture: ReportedPicture(mediaType: "", widthPoints: 0, heightPoints: 0, data: []))

    static let fullText = SpokenText(
        text: "<speak>Neckarstaden</speak>", isSSML: true, voice: "de", rate: 0, pitchMultiplier: 0.5, volume: 1)

    static let numberedText = SpokenText(text: "Neckarstaden", requestNumber: .max)

    static let requestedReport = ControlReport(
        control: "speech", kind: .cancelled, effect: "utterance", text: "speech is muted: Neckarstaden",
        processID: 4242, number: 10, effectNumber: 3, requestNumber: .max)
}
