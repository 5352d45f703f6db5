@testable import NavigationEvents

/// The values of seeds.
enum Samples {
    static let fix = Fix(
        time: Timestamp(nanosecondsSinceEpoch: 1_767_000_000_000_000_000),
        position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.67), speedMetersPerSecond: 12,
        courseDegrees: 90)

    static let route: Route = {
        let geometry = [8.67, 8.68, 8.69].map { Coordinate(latitudeDegrees: 49.41, longitudeDegrees: $0) }
        let steps = [
            Step(number: 0, maneuver: .depart, geometryIndex: 0),
            Step(number: 1, maneuver: .turnLeft, geometryIndex: 1, fullRoadName: "Hauptstraße"),
            Step(number: 2, maneuver: .destination, geometryIndex: 2),
        ]
        return Route(
            id: "r", provider: "osrm", travelMode: .car, geometry: geometry,
            legs: [Leg(steps: steps, distanceMeters: 1450, durationSeconds: 120)],
            stopovers: [Stopover(position: geometry[2], geometryIndex: 2)], distanceMeters: 1450, durationSeconds: 120)
    }()

    /// The first events of a session.
    static let envelopes: [Envelope] = {
        let report = ControlReport(control: "speech", kind: .note, text: "ready")
        let sign = ControlReport(
            control: "signs", kind: .began, effect: "sign",
            picture: ReportedPicture(
                mediaType: "image/svg+xml", widthPoints: 48, heightPoints: 48, data: Array("<svg/>".utf8)))
        let command = ControlCommand(action: .say(SpokenText(text: "hello", voice: "en")), isMuted: true)
        let events: [Event] = [
            .gps(fix), .navigationStarted(route), .gps(fix), .control(report), .command(command), .control(sign),
            .navigationStopped(.requested),
        ]
        var counts: [Topic: UInt64] = [:]
        return events.enumerated().map { index, event in
            counts[event.topic, default: 0] += 1
            return Envelope(
                run: 1, sequence: UInt64(index + 1), topicSequence: counts[event.topic] ?? 0, session: .main,
                monotonicNanoseconds: UInt64(index), publishedAt: fix.time, tick: 0, event: event)
        }
    }()
}
