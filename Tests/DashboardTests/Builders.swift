import Dashboard
import NavigationEvents

extension Moment {
    /// A moment in seconds after the beginning.
    static func at(_ seconds: Double) -> Moment { Moment(seconds: seconds) }
}

extension Fix {
    static func make(atSeconds seconds: Double = 0, speed: Double? = 10, quality: FixQuality = .gps) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(seconds * 1e9)),
            position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69), horizontalAccuracyMeters: 4,
            speedMetersPerSecond: speed, quality: quality)
    }
}

extension Step {
    static func make(
        _ number: Int = 1, _ maneuver: Maneuver = .turnRight, onto street: String = "Berliner Straße",
        lanes: [Lane] = [], signpost: Signpost? = nil, fromPrevious meters: Double = 1000, seconds: Double = 100
    ) -> Step {
        Step(
            number: number, maneuver: maneuver, geometryIndex: number, fullRoadName: street, simpleRoadName: street,
            lanes: lanes, signpost: signpost, distanceFromPreviousMeters: meters, durationFromPreviousSeconds: seconds)
    }
}

extension NavigationInfo {
    /// Guidance to a step, with the double distance to the destination.
    static func make(
        _ step: Step? = .make(), inMeters distance: Double = 300, then next: Step? = nil, atSeconds seconds: Double = 0,
        speed: Double? = 10, state: NavigationState = .enroute, route: String = "first"
    ) -> NavigationInfo {
        NavigationInfo(
            state: state, routeID: route, fix: .make(atSeconds: seconds, speed: speed), currentStep: step,
            nextStep: next, remainingSteps: next.map { [$0] } ?? [],
            toManeuver: Remaining(distanceMeters: distance, durationSeconds: distance / 10),
            toDestination: Remaining(distanceMeters: distance * 2, durationSeconds: distance / 5))
    }
}

extension Route {
    static func make(_ id: String = "first", stopovers: [String] = ["Bismarckplatz"]) -> Route {
        let place = Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69)
        return Route(
            id: id, provider: "valhalla", geometry: [place, place], legs: [],
            stopovers: stopovers.map { Stopover(position: place, geometryIndex: 1, name: $0) }, distanceMeters: 1000,
            durationSeconds: 100)
    }
}

extension ControlReport {
    /// A report of speech about an utterance.
    static func speech(
        _ kind: ReportKind, _ number: UInt64 = 1, _ text: String = "turn right now", range: Range<Int>? = nil,
        process: Int32 = 42
    ) -> ControlReport {
        ControlReport(
            control: "speech", kind: kind, effect: "utterance", text: text, processID: process, range: range,
            effectNumber: number)
    }

    static func haptics(
        _ kind: ReportKind, _ text: String = "now right", number: UInt64 = 0, cue: CueReference? = nil
    ) -> ControlReport {
        ControlReport(
            control: "haptics", kind: kind, effect: "pulse", cue: cue, text: text, processID: 7, effectNumber: number)
    }
}

extension BusStatus {
    static func make(run: UInt64 = 1, _ controls: ControlStatus...) -> BusStatus {
        BusStatus(run: run, processID: 1, uptimeSeconds: 1, controls: controls)
    }
}

extension [Lane] {
    static let twoLeftOfThree: [Lane] = [
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .normalLeft, isRecommended: true)]),
        Lane(directions: [LaneDirection(shape: .straight)]),
    ]
}
