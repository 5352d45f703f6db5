import NavigationEvents
import Platform
import TestSupport

// Random values of every type of the contract, with everything that it can hold.

extension Coordinate: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Coordinate {
        Coordinate(latitudeDegrees: random.make(), longitudeDegrees: random.make())
    }
}

extension Fix: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Fix {
        Fix(
            time: random.make(), position: random.make(), smoothedPosition: random.make(Coordinate.self),
            altitudeMeters: random.makeOptional(), horizontalAccuracyMeters: random.makeOptional(),
            speedMetersPerSecond: random.makeOptional(), speedAccuracyMetersPerSecond: random.makeOptional(),
            courseDegrees: random.makeOptional(), headingDegrees: random.makeOptional(),
            headingAccuracyDegrees: random.makeOptional(), satellitesUsed: random.makeOptional(),
            satellitesInView: random.makeOptional(), quality: random.make())
    }
}

extension Heading: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Heading {
        Heading(
            time: random.make(), degrees: random.make(), accuracyDegrees: random.makeOptional(),
            declinationDegrees: random.makeOptional(), source: random.make())
    }
}

extension HeadingReading: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> HeadingReading {
        HeadingReading(
            degrees: random.make(), reference: random.make() ? .trueNorth : .magneticNorth,
            accuracyDegrees: random.makeOptional(), source: random.make(), time: random.makeOptional())
    }
}

extension MotionReading: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> MotionReading {
        MotionReading(
            speedMetersPerSecond: random.makeOptional(), yawRateDegreesPerSecond: random.makeOptional(),
            gear: random.make(), source: random.make(), time: random.makeOptional())
    }
}

extension SpeechDurations: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SpeechDurations {
        SpeechDurations(routeID: random.make(), steps: random.makeList())
    }
}

extension StepSpeech: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> StepSpeech {
        StepSpeech(
            stepNumber: random.make(), nowSeconds: random.make(), thenSeconds: random.make(),
            lanesSeconds: random.make(), prepareSeconds: random.make())
    }
}

extension RouteApproach: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> RouteApproach {
        RouteApproach(distanceMeters: random.make(), bearingDegrees: random.make())
    }
}

extension MatchedPosition: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> MatchedPosition {
        MatchedPosition(
            position: random.make(), bearingDegrees: random.make(), distanceAlongRouteMeters: random.make(),
            distanceFromRouteMeters: random.make())
    }
}

extension LookaheadPoint: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> LookaheadPoint {
        LookaheadPoint(position: random.make(), bearingDegrees: random.make(), distanceMeters: random.make())
    }
}

extension Remaining: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Remaining {
        Remaining(distanceMeters: random.make(), durationSeconds: random.make())
    }
}

extension SpeedLimit: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SpeedLimit {
        SpeedLimit(metersPerSecond: random.makeOptional(), isExplicit: random.make())
    }
}

extension LaneDirection: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> LaneDirection {
        LaneDirection(shape: random.make(), isRecommended: random.make())
    }
}

extension Lane: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Lane {
        Lane(directions: random.makeList())
    }
}

extension Roundabout: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Roundabout {
        Roundabout(
            exitCount: random.makeOptional(), exitAngleDegrees: random.makeOptional(),
            otherArmAnglesDegrees: random.makeList(), name: random.make())
    }
}

extension Signpost: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Signpost {
        Signpost(destinations: random.makeList(), refs: random.makeList())
    }
}

extension Step: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Step {
        Step(
            number: random.make(), maneuver: random.make(), geometryIndex: random.make(), fullRoadName: random.make(),
            simpleRoadName: random.make(), instruction: random.makeOptional(), exitNumber: random.makeOptional(),
            roundabout: random.makeOptional(), turnAngleDegrees: random.makeOptional(), drivingSide: random.make(),
            lanes: random.makeList(), signpost: random.makeOptional(), tunnelMode: random.make(), ferry: random.make(),
            borderCountryCode: random.makeOptional(), roadClassChange: random.make(), isEndOfRoad: random.make(),
            sameSideStreetMeters: random.makeOptional(), passage: random.make(), levelName: random.makeOptional(),
            isStayingOnRoad: random.make(), isDecision: random.make(), beginsToll: random.make(),
            pronunciation: random.makeOptional(), landmarks: random.makeList(),
            distanceFromPreviousMeters: random.make(), durationFromPreviousSeconds: random.make())
    }
}

extension Landmark: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Landmark {
        Landmark(
            kind: random.make(), name: random.make(), relation: random.make(), side: random.make(),
            distanceToManeuverMeters: random.make(), earlierMeters: random.makeList(), certainMeters: random.make(),
            stairCount: random.makeOptional())
    }
}

extension Cue: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Cue {
        Cue(
            identity: random.make(), stage: random.make(), subject: random.make(), stepNumber: random.make(),
            distanceMeters: random.make(), includesNext: random.make(), isNextImmediate: random.make(),
            priority: random.make(), dueAt: random.make(), validForSeconds: random.make())
    }
}

extension CueReference: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> CueReference {
        CueReference(identity: random.make(), stage: random.make())
    }
}

extension NavigationInfo: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> NavigationInfo {
        NavigationInfo(
            state: random.make(), routeID: random.make(), isRouteChanged: random.make(),
            isDestinationReached: random.make(), stopoversReached: random.make(), stopoversSkipped: random.make(),
            skipReason: random.make(), fix: random.make(), positionStatus: random.make(),
            positionRadiusMeters: random.makeOptional(), positionCause: random.make(), matched: random.makeOptional(),
            currentStep: random.makeOptional(),
            nextStep: random.makeOptional(), remainingSteps: random.makeList(), toManeuver: random.makeOptional(),
            toStopover: random.makeOptional(), toDestination: random.makeOptional(),
            maneuverToNextMeters: random.makeOptional(), speedLimit: random.makeOptional(),
            currentStreetName: random.make(), isInTunnel: random.make(), isOnFerry: random.make(),
            isOffRoute: random.make(), isWrongWay: random.make(), approach: random.makeOptional(),
            rerouting: random.makeOptional(), cue: random.makeOptional(),
            lookahead: random.makeOptional(),
            suggestedZoomMeters: random.makeOptional())
    }
}

extension Rerouting: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Rerouting {
        Rerouting(attempts: random.make(), failure: random.make(), request: random.makeOptional())
    }
}

extension RouteRequest: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> RouteRequest {
        RouteRequest(
            number: random.make(), position: random.make(), horizontalAccuracyMeters: random.make(),
            courseDegrees: random.makeOptional(), speedMetersPerSecond: random.make(), isCourseBinding: random.make(),
            stopovers: random.makeList(), travelMode: random.make())
    }
}

extension RouteAnswer: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> RouteAnswer {
        RouteAnswer(
            number: random.make(),
            outcome: Bool.random(using: &random) ? .route(random.make()) : .failure(random.make()))
    }
}

extension GeometrySpan: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> GeometrySpan {
        GeometrySpan(fromIndex: random.make(), toIndex: random.make())
    }
}

extension SpeedLimitSpan: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SpeedLimitSpan {
        SpeedLimitSpan(span: random.make(), limit: random.make())
    }
}

extension Leg: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Leg {
        Leg(steps: random.makeList(), distanceMeters: random.make(), durationSeconds: random.make())
    }
}

extension Stopover: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Stopover {
        Stopover(position: random.make(), geometryIndex: random.make(), name: random.make())
    }
}

extension Route: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Route {
        Route(
            id: random.make(), provider: random.make(), reason: random.make(), travelMode: random.make(),
            geometry: random.makeList(most: 40), legs: random.makeList(), stopovers: random.makeList(),
            tunnels: random.makeList(), ferries: random.makeList(), speedLimits: random.makeList(),
            distanceMeters: random.make(),
            durationSeconds: random.make())
    }
}

extension ControlReport: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ControlReport {
        ControlReport(
            control: random.make(), kind: random.make(), effect: random.make(), cue: random.makeOptional(),
            text: random.make(), processID: random.make(), number: random.make(),
            range: random.chance(3) ? nil : range(&random), effectNumber: random.make(),
            picture: random.makeOptional(), requestNumber: random.make())
    }

    private static func range(_ random: inout SplitMix64) -> Range<Int> {
        let ends = [random.make(Int32.self), random.make(Int32.self)].map { Int(max($0, 0)) }.sorted()
        return ends[0]..<ends[1]
    }
}

extension SessionRecord: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SessionRecord {
        SessionRecord(snapshot: random.make(), drive: (random.make() as RequestPart).data)
    }
}

extension RequestPart: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> RequestPart {
        let count = Int.random(in: 0...300, using: &random)
        return RequestPart(
            totalBytes: random.make(), offset: random.make(),
            data: (0..<count).map { _ in .random(in: 0...255, using: &random) })
    }
}

extension ReportedPicture: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ReportedPicture {
        let count = random.chance(20) ? 20_000 : Int.random(in: 0...300, using: &random)
        return ReportedPicture(
            mediaType: random.make(), widthPoints: random.make(), heightPoints: random.make(),
            data: (0..<count).map { _ in .random(in: 0...255, using: &random) })
    }
}

extension ControlCommand: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ControlCommand {
        ControlCommand(action: random.makeOptional(), isMuted: random.make(), verbosity: random.make())
    }
}

extension SpokenText: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SpokenText {
        SpokenText(
            text: random.make(), isSSML: random.make(), voice: random.make(), rate: random.makeOptional(),
            pitchMultiplier: random.makeOptional(), volume: random.makeOptional(), requestNumber: random.make())
    }
}

extension Envelope: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Envelope {
        Envelope(
            run: random.make(), sequence: random.make(), topicSequence: random.make(), session: random.make(),
            monotonicNanoseconds: random.make(), publishedAt: random.make(), tick: random.make(), event: random.make(),
            fixTime: random.makeOptional())
    }
}

extension Snapshot: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Snapshot {
        Snapshot(
            run: random.make(), session: random.make(), sequence: random.make(),
            topicSequences: random.makeTopicSequences(), latest: random.makeList(), processID: random.make())
    }
}

extension Hello: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Hello {
        Hello(
            control: random.make(), contractVersion: random.make(), session: random.make(), topics: random.makeList(),
            processID: random.make(), acceptsCommands: random.make())
    }
}

extension SessionQuery: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SessionQuery {
        SessionQuery(first: random.make(), most: random.make())
    }
}

extension MissedEvents: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> MissedEvents {
        let ends: [UInt64] = [random.make(), random.make()].sorted()
        return MissedEvents(session: random.make(), topic: random.make(), first: ends[0], last: ends[1])
    }
}

extension Welcome: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Welcome {
        Welcome(
            run: random.make(), eventsEndpoint: random.make(), settings: random.makeMap(),
            topics: random.chance(3) ? Topic.allCases : random.makeList(), isListener: random.make())
    }
}

extension SessionStatus: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> SessionStatus {
        SessionStatus(
            session: random.make(), state: random.make(), routeID: random.make(), sequence: random.make(),
            fixesAccepted: random.make(), fixAgeSeconds: random.makeOptional(), toDestination: random.makeOptional(),
            source: random.make())
    }
}

extension ControlStatus: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ControlStatus {
        ControlStatus(
            control: random.make(), state: random.make(), processID: random.make(), text: random.make(),
            restarts: random.make(), heartbeatAgeSeconds: random.makeOptional(), vitals: random.makeOptional())
    }
}

extension BusStatus: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> BusStatus {
        BusStatus(
            run: random.make(), processID: random.make(), uptimeSeconds: random.make(), sessions: random.makeList(),
            controls: random.makeList(), counters: random.makeMap(), gauges: random.makeMap(),
            histograms: random.makeMap())
    }
}

extension ControlVitals: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> ControlVitals {
        ControlVitals(
            control: random.make(), processID: random.make(), delivered: random.make(), gaps: random.make(),
            repaired: random.make(), missed: random.make(), malformed: random.make(), unsentReports: random.make(),
            latency: random.chance(3) ? Histogram() : random.make())
    }
}

extension Histogram: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> Histogram {
        let bounds = Set(random.makeList(Double.self, most: 20)).sorted()
        let counts = (0...bounds.count).map { _ in random.make(UInt64.self) }
        return Histogram(boundsSeconds: bounds, counts: counts, sumSeconds: random.make()) ?? Histogram()
    }
}

extension RequestError: Arbitrary {
    static func arbitrary(_ random: inout SplitMix64) -> RequestError {
        RequestError(code: random.make(), text: random.make())
    }
}

extension SplitMix64 {
    fileprivate mutating func makeTopicSequences() -> [Topic: UInt64] {
        var sequences: [Topic: UInt64] = [:]
        for topic in Topic.allCases where !chance(3) { sequences[topic] = make() }
        return sequences
    }
}
