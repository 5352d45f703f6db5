public import NavigationEvents

/// A recording in memory.
public struct TestRecording {
    /// The run of the bus.
    public static let run: UInt64 = 7

    /// The events, in the order of publishing.
    public var events: [Envelope]

    /// Makes a recording of events.
    public init(events: [Envelope]) { self.events = events }

    /// The envelope of an event with a sequence number.
    public static func envelope(
        _ number: UInt64, _ event: Event, topicSequence: UInt64 = 1, tick: UInt64 = 0
    ) -> Envelope {
        Envelope(
            run: run, sequence: number, topicSequence: topicSequence, session: .main,
            monotonicNanoseconds: 1_000_000_000 + number * 10_000_000,
            publishedAt: Timestamp(nanosecondsSinceEpoch: 1_777_881_600_000_000_000 + Int64(number) * 10_000_000),
            tick: tick, event: event)
    }

    /// The cue of ``drive(ticks:)``.
    public static let cue = Cue(
        identity: 42, stage: .now, subject: .maneuver, stepNumber: 1, distanceMeters: 30, priority: .now,
        dueAt: Timestamp(nanosecondsSinceEpoch: 0), validForSeconds: 5)

    /// A fix of the receiver, one second after that of the tick before.
    public static func fix(_ tick: Int) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_777_881_600_000_000_000 + Int64(tick) * 1_000_000_000),
            position: Coordinate(latitudeDegrees: 49 + Double(tick) * 1e-4, longitudeDegrees: 8.5),
            smoothedPosition: Coordinate(latitudeDegrees: 50 + Double(tick) * 1e-4, longitudeDegrees: 8.5),
            altitudeMeters: 100, speedMetersPerSecond: 12.5, courseDegrees: 3, quality: .gps)
    }

    /// The route of ``drive(ticks:)``.
    public static let route = Route(
        id: "route-1", provider: "test & co",
        geometry: [
            Coordinate(latitudeDegrees: 49, longitudeDegrees: 8.5),
            Coordinate(latitudeDegrees: 49.001, longitudeDegrees: 0.00005),
        ],
        legs: [
            Leg(
                steps: [
                    Step(number: 0, maneuver: .depart, geometryIndex: 0, fullRoadName: "A <1>"),
                    Step(number: 1, maneuver: .destination, geometryIndex: 1, instruction: "Arrive, \"here\""),
                ], distanceMeters: 100, durationSeconds: 10)
        ],
        stopovers: [
            Stopover(
                position: Coordinate(latitudeDegrees: 49.001, longitudeDegrees: 8.5), geometryIndex: 1, name: "Home")
        ], distanceMeters: 100, durationSeconds: 10)

    /// A drive: start, a fix and its guidance for each tick, from the third one with a cue that speech announces, and
    /// stop.
    public static func drive(ticks: Int) -> [Envelope] {
        var events: [Envelope] = []
        var counts: [Topic: UInt64] = [:]
        func add(_ event: Event, tick: Int = 0) {
            counts[event.topic, default: 0] += 1
            events.append(
                envelope(
                    UInt64(events.count + 1), event, topicSequence: counts[event.topic] ?? 1, tick: UInt64(tick)))
        }
        add(.navigationStarted(route))
        for tick in 1...ticks {
            add(.gps(fix(tick)), tick: tick)
            var info = NavigationInfo(
                state: .enroute, routeID: "route-1", fix: fix(tick),
                toManeuver: Remaining(distanceMeters: 100, durationSeconds: 8), currentStreetName: "A, \"B\" street")
            info.cue = tick >= 3 ? cue : nil
            add(.navigation(info), tick: tick)
            guard tick == 3 else { continue }
            for (number, kind) in [ReportKind.began, .ended].enumerated() {
                add(
                    .control(
                        ControlReport(
                            control: "speech", kind: kind, effect: "utterance", cue: cue.reference, text: "turn left",
                            processID: 12, number: UInt64(number + 1))))
            }
        }
        add(.navigationStopped(.requested))
        return events
    }
}
