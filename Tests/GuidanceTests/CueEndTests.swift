import Guidance
import NavigationEvents
import Testing

@Suite("The end of an announcement")
struct CueEndTests {
    private static func durations(of route: Route, now seconds: Double) -> SpeechDurations {
        SpeechDurations(
            routeID: route.id,
            steps: route.legs.flatMap(\.steps).map {
                StepSpeech(stepNumber: $0.number, nowSeconds: seconds, thenSeconds: 1, prepareSeconds: seconds + 1)
            })
    }

    private static func journey(
        _ route: Route, _ fixes: [Fix], now seconds: Double, of other: String? = nil
    ) throws -> Journey {
        var journey = Journey()
        try journey.start(route)
        var durations = durations(of: route, now: seconds)
        if let other { durations.routeID = other }
        journey.take(durations)
        journey.drive(fixes)
        return journey
    }

    /// Seconds from the beginning of "now" to the passing of a step.
    private static func ahead(_ journey: Journey, of step: Int) throws -> Double {
        let now = try #require(journey.cues.first { $0.stepNumber == step && $0.stage == .now })
        let passed = try #require(
            journey.infos.first { ($0.currentStep?.number ?? step + 1) > step && $0.fix.time > now.dueAt })
        return passed.fix.time.seconds(since: now.dueAt)
    }

    @Test(arguments: [1.5, 3, 5], [8.0, 14, 30]) func `'now' ends in time for the words that the control reports`(
        seconds: Double, speed: Double
    ) throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "A").straight(500)
        let fixes = Drive(road: road, speed: speed, slowsAtCorners: true, hertz: 5).fixes()
        let ahead = try Self.ahead(try Self.journey(road.route(), fixes, now: seconds), of: 1)
        #expect((2.5...4.5).contains(ahead - seconds), "\(ahead - seconds)")
    }

    @Test func `durations of another route and impossible ones have no effect`() throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "A").straight(500)
        let fixes = Drive(road: road, speed: 14).fixes()
        let usual = try Journey.along(road.route(), fixes).cues
        #expect(try Self.journey(road.route(), fixes, now: 9, of: "other").cues == usual)
        #expect(try Self.journey(road.route(), fixes, now: -1).cues == usual)
        #expect(try Self.journey(road.route(), fixes, now: 9).cues != usual)
    }

    @Test func `another route with the same maneuver keeps the durations`() throws {
        let road = Road().straight(3000).turn(.turnRight, onto: "A").straight(500)
        let fixes = Drive(road: road, speed: 14).fixes()
        var journey = Journey()
        try journey.start(road.route())
        journey.take(Self.durations(of: road.route(), now: 9))
        journey.drive(Array(fixes.prefix(50)))
        try journey.start(road.route(id: "other", reason: .replaced))
        journey.drive(Array(fixes.dropFirst(50)))
        #expect(journey.cues == (try Self.journey(road.route(), fixes, now: 9).cues))
    }

    @Test func `a bend before the turn makes 'now' nearer`() throws {
        let straight = Road().straight(2000).turn(.turnRight, onto: "A").straight(500)
        let bent = Road().straight(1960).bend(90).straight(40).turn(.turnRight, onto: "A").straight(500)
        let distances = try [straight, bent].map { road in
            let fixes = Drive(road: road, speed: 14, hertz: 5).fixes()
            let journey = try Self.journey(road.route(), fixes, now: 2.5)
            let ahead = try Self.ahead(journey, of: 1)
            #expect((2.2...4.7).contains(ahead - 2.5), "\(ahead)")
            return try #require(journey.cues.first { $0.stage == .now }).distanceMeters
        }
        #expect(distances[1] < distances[0] - 10)
    }

    @Test func `'now' waits at a red light until the vehicle starts again`() throws {
        let road = Road().straight(1000).turn(.turnRight, onto: "A").straight(500)
        // Brakes with 1.5 m/s² from 14 m/s to a stop 20 m before the turn.
        let stop = 980.0
        let braking = 14.0 * 14 / 3
        var (meters, seconds) = (600.0, 0.0)
        var fixes: [Fix] = []
        func add(_ speed: Double) {
            let place = road.coordinate(east: meters, north: 0)
            fixes.append(
                Fix(
                    time: Drive.time(seconds), position: place, horizontalAccuracyMeters: 4,
                    speedMetersPerSecond: speed, courseDegrees: speed > 0.5 ? 90 : nil, quality: .gps))
            seconds += 0.2
        }
        while meters < stop - 0.1 {
            let speed = min(14, max(3 * (stop - meters), 0).squareRoot())
            add(meters < stop - braking ? 14 : speed)
            meters += max(speed, 0.2) * 0.2
        }
        for _ in 0..<100 { add(0) }
        let start = seconds
        var speed = 0.6
        while meters < 1000 {
            add(speed)
            (meters, speed) = (meters + speed * 0.2, min(speed + 0.3, 5))
        }
        let journey = try Self.journey(road.route(), fixes, now: 2)
        let now = try #require(journey.cues.first { $0.stage == .now })
        #expect(now.dueAt.seconds(since: Drive.time(start)) >= -0.1)
        #expect(Drive.time(seconds).seconds(since: now.dueAt) > 2)
    }

    @Test func `guidance learns how this driver approaches turns`() throws {
        var road = Road().straight(800)
        for _ in 0..<8 { road = road.turn(.turnRight, onto: "A").straight(800) }
        // Constant speed: the driver does not slow down at all.
        let fixes = Drive(road: road, speed: 9, slowsAtCorners: false, hertz: 5).fixes()
        let journey = try Self.journey(road.route(), fixes, now: 2)
        let (first, last) = (try Self.ahead(journey, of: 1), try Self.ahead(journey, of: 8))
        #expect(last > first + 0.3)
        #expect((2.5...4.6).contains(last - 2), "\(last - 2)")
    }

    @Test(arguments: [(TravelMode.car, 10.0, 20.0), (.bicycle, 5, 20), (.foot, 1.4, 10)])
    func `the arrival is announced when it is true`(mode: TravelMode, speed: Double, meters: Double) throws {
        let road = Road(mode: mode).straight(600)
        let journey = try Journey.along(
            road.route(), Drive(road: road, speed: speed, accuracy: 4).fixes())
        let arrival = try #require(journey.cues.first { $0.subject == .destination && $0.stage == .now })
        #expect(arrival.distanceMeters <= meters)
        #expect(journey.cues.contains { $0.subject == .destination && $0.stage == .prepare })
    }
}
