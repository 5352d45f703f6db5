@testable import NavigationEvents

/// Makes events of bytes, in which each number is one of a drive or one that breaks sums, conversions or clocks.
struct ExtremeScript {
    private(set) var script: ByteScript
    /// The time of the drive, which mostly advances a little.
    private var nanoseconds = Samples.fix.time.nanosecondsSinceEpoch
    private var sequence: UInt64 = 0

    init(_ bytes: [UInt8]) { script = ByteScript(bytes) }

    var isOver: Bool { script.isOver }

    // MARK: - Numbers

    /// A number of a drive, or an extreme one in about one of eight.
    mutating func number(_ usual: Double) -> Double {
        let byte = script.byte()
        return byte < Self.extremes.count ? Self.extremes[byte] : usual * Double(byte) / 128
    }

    mutating func integer(_ usual: Int) -> Int {
        let byte = script.byte()
        return byte < Self.integers.count ? Self.integers[byte] : usual
    }

    mutating func unsigned(_ usual: UInt64) -> UInt64 {
        let byte = script.byte()
        return byte < Self.unsigned.count ? Self.unsigned[byte] : usual
    }

    mutating func time() -> Timestamp {
        let byte = script.byte()
        if byte < Self.times.count { return Timestamp(nanosecondsSinceEpoch: Self.times[byte]) }
        nanosecondsGoOn(by: byte)
        return Timestamp(nanosecondsSinceEpoch: nanoseconds)
    }

    private mutating func nanosecondsGoOn(by byte: Int) {
        nanoseconds &+= [100_000_000, 500_000_000, 1_000_000_000, 0, 4_000_000_000, -1_000_000_000][byte % 6]
    }

    private static let extremes: [Double] = [
        0, -0.0, 1, -1, .nan, -.nan, .infinity, -.infinity, 1e18, -1e18, 0x1p63, -0x1p63, 0x1p64, 9.3e18,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, -1e-9,
        360,
        359.999_999_999_999_9, -360, 4e9, -4e9, 0x1p31, -0x1p31, 1e12, 1e-300, 0.5, 1e9, 180, 90,
    ]
    private static let integers: [Int] = [
        0, -1, 1, .max, .min, Int(Int32.max), Int(Int32.min), 1 << 32, .max - 1, 1000, -1000, 1 << 62,
    ]
    private static let unsigned: [UInt64] = [0, 1, .max, .max - 1, 1 << 63, (1 << 63) - 1, 1 << 32, 1 << 62]
    private static let times: [Int64] = [
        .min, .max, 0, -1, 1, .min + 1, .max - 1, 1 << 62, -(1 << 62), 7_258_118_400_000_000_000,
        1_000_000_000_000_000_000,
    ]

    // MARK: - Parts of Events

    /// Positions on the route, and others.
    private mutating func place() -> Coordinate {
        let byte = script.byte()
        guard byte >= 16 else { return Coordinate(latitudeDegrees: number(49.41), longitudeDegrees: number(8.67)) }
        return Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.67 + Double(byte) / 12_000)
    }

    private mutating func optional(_ usual: Double) -> Double? { script.flag() ? number(usual) : nil }

    mutating func fix() -> Fix {
        Fix(
            time: time(), position: place(), smoothedPosition: place(), altitudeMeters: optional(114),
            horizontalAccuracyMeters: optional(5), speedMetersPerSecond: optional(3),
            speedAccuracyMetersPerSecond: optional(0.4), courseDegrees: optional(90), headingDegrees: optional(130),
            headingAccuracyDegrees: optional(8), satellitesUsed: script.flag() ? integer(9) : nil,
            satellitesInView: script.flag() ? integer(12) : nil, quality: .gps)
    }

    mutating func heading() -> Heading {
        Heading(
            time: time(), degrees: number(130), accuracyDegrees: optional(8), declinationDegrees: optional(4),
            source: script.flag() ? "wrist" : "head")
    }

    private mutating func remaining() -> Remaining? {
        script.flag() ? Remaining(distanceMeters: number(200), durationSeconds: number(60)) : nil
    }

    private mutating func step() -> Step {
        var step = script.step()
        step.number = integer(step.number)
        step.geometryIndex = integer(step.geometryIndex)
        step.turnAngleDegrees = optional(90)
        step.sameSideStreetMeters = optional(30)
        step.passage = script.flag() ? .lift : .none
        step.levelName = script.flag() ? "-1" : nil
        if script.flag() {
            step.landmarks = [
                Landmark(
                    kind: .trafficLight, relation: .at, distanceToManeuverMeters: number(15),
                    earlierMeters: [number(100)], certainMeters: number(300))
            ]
        }
        step.isStayingOnRoad = script.flag()
        step.isDecision = script.flag()
        step.beginsToll = script.flag()
        step.distanceFromPreviousMeters = number(400)
        step.durationFromPreviousSeconds = number(40)
        if script.flag() {
            step.roundabout = Roundabout(
                exitCount: integer(2), exitAngleDegrees: optional(90),
                otherArmAnglesDegrees: script.flag() ? [number(90), number(180), number(270)] : [])
        }
        return step
    }

    private mutating func limit() -> SpeedLimit? {
        script.flag() ? SpeedLimit(metersPerSecond: optional(13.9), isExplicit: true) : nil
    }

    private mutating func cue() -> Cue? {
        guard script.flag() else { return nil }
        return Cue(
            identity: unsigned(UInt64(script.byte())),
            stage: CueStage.allCases[script.byte() % CueStage.allCases.count],
            subject: CueSubject.allCases[script.byte() % CueSubject.allCases.count], stepNumber: integer(1),
            distanceMeters: number(120), includesNext: script.flag(), isNextImmediate: script.flag(),
            priority: CuePriority.allCases[script.byte() % CuePriority.allCases.count], dueAt: time(),
            validForSeconds: number(10))
    }

    mutating func question() -> RouteRequest {
        RouteRequest(
            number: unsigned(3), position: place(), horizontalAccuracyMeters: number(5), courseDegrees: optional(90),
            speedMetersPerSecond: number(3), isCourseBinding: script.flag(), stopovers: [place(), place()],
            travelMode: TravelMode.allCases[script.byte() % TravelMode.allCases.count])
    }

    mutating func info() -> NavigationInfo {
        let hasStep = script.flag()
        let fix = fix()
        return NavigationInfo(
            state: NavigationState.allCases[script.byte() % NavigationState.allCases.count], routeID: "r",
            isRouteChanged: script.flag(), isDestinationReached: script.byte() == 1, stopoversReached: integer(0),
            stopoversSkipped: integer(0), skipReason: SkipReason.allCases[script.byte() % SkipReason.allCases.count],
            fix: fix,
            positionStatus: PositionStatus.allCases[script.byte() % PositionStatus.allCases.count],
            positionRadiusMeters: optional(12),
            positionCause: PositionCause.allCases[script.byte() % PositionCause.allCases.count],
            matched: script.flag()
                ? MatchedPosition(
                    position: place(), bearingDegrees: number(90), distanceAlongRouteMeters: number(500),
                    distanceFromRouteMeters: number(3)) : nil,
            currentStep: hasStep ? step() : nil, nextStep: script.flag() ? step() : nil,
            remainingSteps: script.flag() ? [step()] : [], toManeuver: remaining(), toStopover: remaining(),
            toDestination: remaining(), maneuverToNextMeters: optional(60), speedLimit: limit(),
            currentStreetName: "Hauptstraße", isInTunnel: script.flag(), isOnFerry: script.flag(),
            isOffRoute: script.byte() % 8 == 1,
            isWrongWay: script.byte() % 8 == 1,
            approach: script.byte() % 8 == 1
                ? RouteApproach(distanceMeters: number(180), bearingDegrees: number(90)) : nil,
            rerouting: script.byte() % 8 == 1
                ? Rerouting(attempts: integer(1), request: script.flag() ? question() : nil) : nil,
            cue: cue(),
            lookahead: script.flag()
                ? LookaheadPoint(position: place(), bearingDegrees: number(90), distanceMeters: number(30)) : nil,
            suggestedZoomMeters: optional(300))
    }

    mutating func route() -> Route {
        var route = Samples.route
        route.distanceMeters = number(1450)
        route.durationSeconds = number(120)
        route.tunnels = [GeometrySpan(fromIndex: integer(0), toIndex: integer(1))]
        route.ferries = [GeometrySpan(fromIndex: integer(0), toIndex: integer(1))]
        if let limit = limit() {
            route.speedLimits = [
                SpeedLimitSpan(span: GeometrySpan(fromIndex: integer(0), toIndex: integer(2)), limit: limit)
            ]
        }
        guard script.flag() else { return route }
        route.legs[0].distanceMeters = number(1450)
        route.legs[0].durationSeconds = number(120)
        let index = 1 + script.byte() % 2
        var changed = step()
        changed.geometryIndex = script.flag() ? index : changed.geometryIndex
        route.legs[0].steps[index] = changed
        if script.byte() % 8 == 1 { route.geometry[script.byte() % 3] = place() }
        if script.byte() % 8 == 1 { route.stopovers[0].geometryIndex = integer(2) }
        return route
    }

    private mutating func report() -> ControlReport {
        // The type has no other ranges, and the wire takes 32 bits.
        let first = min(max(integer(2), 0), Int(Int32.max))
        return ControlReport(
            control: "speech", kind: ReportKind.allCases[script.byte() % ReportKind.allCases.count],
            effect: ["utterance", "pulse", "sign"][script.byte() % 3],
            cue: script.flag() ? CueReference(identity: unsigned(2), stage: .now) : nil, text: script.text(),
            processID: Int32(clamping: integer(77)), number: unsigned(5),
            range: script.flag() ? first..<min(max(first, integer(8)), Int(Int32.max)) : nil, effectNumber: unsigned(1),
            picture: script.flag()
                ? ReportedPicture(
                    mediaType: "image/png", widthPoints: number(48), heightPoints: number(48), data: [1, 2, 3]) : nil,
            requestNumber: unsigned(0))
    }

    private mutating func command() -> ControlCommand {
        let text = SpokenText(
            text: script.text(), rate: optional(0.5), pitchMultiplier: optional(1), volume: optional(1))
        let actions: [ControlAction?] = [
            nil, .mute(true), .mute(false), .verbosity(.alerts), .repeatAnnouncement, .calibrate, .say(text),
            .playback(.pause), .turnPage(.to(integer(3))), .focus(.step(integer(3))),
        ]
        return ControlCommand(action: actions[script.byte() % actions.count], isMuted: script.flag())
    }

    mutating func status() -> BusStatus {
        let bounds = [number(0.001), number(0.01)]
        let latency = Histogram(
            boundsSeconds: bounds, counts: [unsigned(1), unsigned(2), unsigned(3)], sumSeconds: number(0.1))
        return BusStatus(
            run: unsigned(1), processID: Int32(clamping: integer(9)), uptimeSeconds: number(30),
            sessions: [
                SessionStatus(
                    session: .main, state: .enroute, sequence: unsigned(3), fixesAccepted: unsigned(3),
                    fixAgeSeconds: optional(0.4), toDestination: remaining())
            ],
            controls: [
                ControlStatus(
                    control: "speech", state: .running, restarts: UInt32(clamping: unsigned(0)),
                    heartbeatAgeSeconds: optional(0.5),
                    vitals: ControlVitals(
                        control: "speech", processID: 1, delivered: unsigned(9), gaps: unsigned(0), missed: unsigned(0),
                        latency: latency ?? Histogram()))
            ],
            counters: ["published": unsigned(4), "malformed_requests": unsigned(0)],
            gauges: [
                "open_sessions": number(1), "navigating_sessions": number(1), "journal_bytes": number(1e5),
                "journal_events": number(100),
            ], histograms: ["fix_to_event": latency ?? Histogram()])
    }

    // MARK: - Events

    mutating func event() -> Event {
        switch script.byte() % 16 {
        case 0..<5: .navigation(info())
        case 5..<8: .gps(fix())
        case 8..<12: .heading(heading())
        case 12: .navigationStarted(route())
        case 13: .navigationStopped(StopReason.allCases[script.byte() % StopReason.allCases.count])
        case 14: .control(report())
        default: .command(command())
        }
    }

    mutating func envelope() -> Envelope {
        sequence &+= 1
        return Envelope(
            run: unsigned(1), sequence: unsigned(sequence), topicSequence: unsigned(sequence), session: .main,
            monotonicNanoseconds: unsigned(sequence &* 1_000_000), publishedAt: time(), tick: unsigned(sequence),
            event: event())
    }
}
