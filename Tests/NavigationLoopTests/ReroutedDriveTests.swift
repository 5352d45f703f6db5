import Guidance
import NavigationEvents
import Routes
import TestSupport
import Testing

@testable import NavigationLoop

@Suite("Recovery of a rerouted drive")
struct ReroutedDriveTests {
    @Test
    func `a rerouted drive killed after every input publishes the same events`()
        async throws
    {
        let inputs = try Self.inputs()
        let whole = try RecoverableDrive.uninterrupted(inputs)
        for published in [nil, 0, 1, 2] {
            var stage = try RecoverableDrive()
            for input in inputs {
                try stage.process(input, dyingAfter: published)
                if published == nil { try stage.recoverDrive() }
                await Task.yield()
            }
            #expect(stage.published.difference(from: whole) == nil, "\(published.map { "\($0)" } ?? "all") published")
        }
    }

    @Test func `the outcome of each answer is reported: failed, followed, late`() throws {
        let events = try RecoverableDrive.uninterrupted(Self.inputs()).map(\.event)
        let routes = events.compactMap { if case .navigationStarted(let route) = $0 { route } else { nil } }
        #expect(routes.map(\.reason) == [.requested, .rerouted])
        let texts = events.compactMap { if case .control(let report) = $0 { report.text } else { nil } }
        #expect(texts.contains("failed to find another route: reach the router: it does not answer"))
        #expect(texts.contains { $0.hasPrefix("a route was ignored: ") })
        #expect(events.contains { if case .navigation(let info) = $0 { info.isDestinationReached } else { false } })
    }

    @Test func `a log thinned after rerouting continues along the new route`() throws {
        let inputs = try Self.inputs()
        let answers = inputs.indices.filter { if case .answered = inputs[$0] { true } else { false } }
        let end = try #require(answers.last) + 15
        var stage = try RecoverableDrive()
        for input in inputs[..<end] { try stage.process(input) }
        stage.drive.log?.thin(stage.drive.state, sequence: stage.sequence, to: 20_000, keeping: 30)
        let route = stage.drive.state.route
        #expect(route?.id == "detour")
        try stage.recoverDrive()
        #expect(stage.drive.state.route == route)
        for input in inputs[end...] { try stage.process(input) }
        let whole = try RecoverableDrive.uninterrupted(inputs)
        #expect(stage.published.map(\.summary) == whole.map(\.summary))
    }

    @Test func `answers are read from the log as they were written`() throws {
        let route = try ExampleDrive.route()
        for input in [
            DriveInput.answered(RouteAnswer(number: .max, outcome: .failure(""))),
            .answered(RouteAnswer(number: 0, outcome: .route(route))), .rerouted(route),
        ] {
            let record = DriveRecord(content: .input(input), sequence: 7)
            var bytes: [UInt8] = []
            record.append(to: &bytes)
            #expect(bytes.withUnsafeBytes { DriveRecord.read($0)?.record } == record)
        }
    }

    // MARK: - The Drive

    private static let origin = Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.68)

    /// The position in metres east and north of the start.
    private static func place(_ east: Double, _ north: Double) -> Coordinate {
        Coordinate(
            latitudeDegrees: origin.latitudeDegrees + north / 111_200,
            longitudeDegrees: origin.longitudeDegrees + east / 72_560)
    }

    private static func route(_ id: String, _ line: [Coordinate], turnAt: Int) -> Route {
        let steps = [
            Step(number: 0, maneuver: .depart, geometryIndex: 0),
            Step(number: 1, maneuver: .turnLeft, geometryIndex: turnAt, simpleRoadName: id),
            Step(number: 2, maneuver: .destination, geometryIndex: line.count - 1),
        ]
        return Route(
            id: id, provider: "drawing", geometry: line,
            legs: [Leg(steps: steps, distanceMeters: 1400, durationSeconds: 100)],
            stopovers: [Stopover(position: line[line.count - 1], geometryIndex: line.count - 1)],
            distanceMeters: 1400, durationSeconds: 100)
    }

    private static func fix(_ second: Int, _ place: Coordinate, course: Double) -> DriveInput {
        .fix(
            Fix(
                time: Timestamp(nanosecondsSinceEpoch: 1_750_000_000_000_000_000 + Int64(second) * 1_000_000_000),
                position: place, horizontalAccuracyMeters: 5, speedMetersPerSecond: 14, courseDegrees: course,
                quality: .gps))
    }

    /// The plan turns north after 700 m; the driver turns after 1,050 m. The router fails, answers, and answers again.
    private static func inputs() throws -> [DriveInput] {
        let plan = route("plan", [place(0, 0), place(700, 0), place(700, 700)], turnAt: 1)
        var state = DriveState(settings: .init())
        var inputs: [DriveInput] = []
        func put(_ input: DriveInput) throws -> RouteRequest? {
            inputs.append(input)
            return try state.process(input).reduce(nil) { last, event in
                if case .navigation(let info) = event.event { info.rerouting?.request } else { last }
            }
        }
        _ = try put(.begun)
        _ = try put(.started(plan))
        var asked: [UInt64] = []
        for second in 0..<200 {
            let meters = Double(second) * 14
            let turned = min(max(meters - 1050, 0), 700)
            let west = min(max(meters - 1750, 0), 350)
            let request = try put(
                fix(
                    second, place(min(meters, 1050) - west, turned),
                    course: meters < 1050 ? 90 : meters < 1750 ? 0 : 270))
            guard let request, !asked.contains(request.number) else { continue }
            asked.append(request.number)
            if asked.count == 1 {
                _ = try put(
                    .answered(
                        RouteAnswer(number: request.number, outcome: .failure("reach the router: it does not answer"))))
            } else {
                let line = [request.position, place(1050, 0), place(1050, 700), place(700, 700)]
                let answer = RouteAnswer(number: request.number, outcome: .route(route("detour", line, turnAt: 1)))
                _ = try put(.answered(answer))
                _ = try put(.answered(answer))
            }
        }
        return inputs
    }
}
