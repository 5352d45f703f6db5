import Glibc
import Guidance
import NavigationEvents
import Positions

/// The measurements on one route.
struct GuidanceBench {
    private static let verticesPerStep = 50
    private static let runs = 5
    /// Number of fixes at the beginning in which the position is searched; they are not counted.
    private static let leadIn = 20

    private var count: Int { line.count }

    private let line: [Coordinate]
    private let fixes: [Fix]

    init(folder: String, count: Int) throws(BenchmarkError) {
        line = try BenchTable(path: "\(folder)/route_\(count).bin", columns: 2).rows.map {
            Coordinate(
                latitudeDegrees: $0[0], longitudeDegrees: ($0[1] + 540).truncatingRemainder(dividingBy: 360) - 180)
        }
        fixes = try BenchTable(path: "\(folder)/fixes_\(count).bin", columns: 7).rows.map { row in
            Fix(
                time: Timestamp(nanosecondsSinceEpoch: 1_700_000_000_000_000_000 + Int64(row[0] * 1e9)),
                position: Coordinate(
                    latitudeDegrees: row[1], longitudeDegrees: (row[2] + 540).truncatingRemainder(dividingBy: 360) - 180
                ),
                horizontalAccuracyMeters: row[3], speedMetersPerSecond: row[5], courseDegrees: row[4], quality: .gps)
        }
    }

    /// Measures all operations, or a single one.
    func run(only name: String?) throws {
        let route = route(verticesPerStep: Self.verticesPerStep)
        for operation in Operation.allCases where name == nil || name == operation.rawValue {
            switch operation {
            case .building: try measureBuilding(route)
            case .step: try measureDriving(operation, route, fixes)
            case .offRoute: try measureDriving(operation, route, fixes.prefix(Self.leadIn / 2) + offRouteFixes)
            case .resnap: try measureResnap(route)
            case .singleStep: try measureDriving(operation, self.route(verticesPerStep: count), fixes)
            case .events: try measureEvents(route)
            case .declination: measureDeclination()
            }
        }
    }

    /// The measured operations, with the names of the result files.
    enum Operation: String, CaseIterable {
        case building = "build_route_model"
        case step = "full_guidance_step"
        case offRoute = "off_route_step"
        case resnap = "global_resnap"
        case singleStep = "single_step"
        /// The same step with its events as a list, as for the bus.
        case events = "step_with_events"
        /// The magnetic model at the position of each fix, which a magnetic heading needs.
        case declination
    }

    private var offRouteFixes: [Fix] { fixes.dropFirst(Self.leadIn / 2).map(aside) }

    private func route(verticesPerStep: Int) -> Route {
        var steps = [Step(number: 0, maneuver: .depart, geometryIndex: 0)]
        for index in stride(from: verticesPerStep, to: count - 1, by: verticesPerStep) {
            steps.append(
                Step(
                    number: steps.count, maneuver: steps.count % 2 == 0 ? .turnLeft : .turnRight, geometryIndex: index,
                    fullRoadName: "Road \(steps.count)", simpleRoadName: "Road \(steps.count)",
                    durationFromPreviousSeconds: 30))
        }
        steps.append(Step(number: steps.count, maneuver: .destination, geometryIndex: count - 1))
        return Route(
            id: "bench", provider: "bench", geometry: line,
            legs: [Leg(steps: steps, distanceMeters: 0, durationSeconds: 0)],
            stopovers: [Stopover(position: line[count - 1], geometryIndex: count - 1)], distanceMeters: 0,
            durationSeconds: 0)
    }

    /// The same fix three hundred metres off the route, for which the rest of the route is searched.
    private func aside(_ fix: Fix) -> Fix {
        var other = fix
        other.position.latitudeDegrees += 0.0027
        other.smoothedPosition = other.position
        return other
    }

    // MARK: - Measurements

    private func measureBuilding(_ route: Route) throws {
        var times: [Int64] = []
        for _ in 0..<Self.runs {
            var guidance = GuidanceState()
            let start = Self.now()
            _ = try guidance.start(route)
            times.append((Self.now() - start) / Int64(count))
        }
        report(.building, [Figures(times)])
    }

    /// Measures filter and guidance over the whole drive.
    private func measureDriving(_ operation: Operation, _ route: Route, _ fixes: [Fix]) throws {
        report(
            operation,
            try (0..<Self.runs).map { _ in
                try drive(route, fixes) { filter, guidance, fix in
                    var smoothed = fix
                    if filter.smooth(&smoothed) == nil { _ = guidance.advance(to: smoothed) }
                }
            })
    }

    private func measureEvents(_ route: Route) throws {
        report(
            .events,
            try (0..<Self.runs).map { _ in
                try drive(route, fixes) { filter, guidance, fix in
                    if case .accepted(let smoothed) = filter.accept(fix) { _ = guidance.update(smoothed) }
                }
            })
    }

    private func drive(
        _ route: Route, _ fixes: [Fix], _ step: (inout PositionFilter, inout GuidanceState, Fix) -> Void
    ) throws -> Figures {
        var filter = PositionFilter()
        var guidance = GuidanceState()
        _ = try guidance.start(route)
        var times: [Int64] = []
        times.reserveCapacity(fixes.count)
        for fix in fixes {
            let start = Self.now()
            step(&filter, &guidance, fix)
            times.append(Self.now() - start)
        }
        return Figures(Array(times.dropFirst(Self.leadIn)))
    }

    /// Measures the search on the whole route, which is forced by a clock that goes back one minute before every fix.
    private func measureResnap(_ route: Route) throws {
        var guidance = GuidanceState()
        _ = try guidance.start(route)
        let times = fixes.prefix(2000).enumerated().map { index, fix in
            var early = fix
            early.time = Timestamp(
                nanosecondsSinceEpoch: 1_800_000_000_000_000_000 - Int64(index) * 60_000_000_000)
            let start = Self.now()
            _ = guidance.advance(to: early)
            return Self.now() - start
        }
        report(.resnap, [Figures(times)])
    }

    private func measureDeclination() {
        let model = MagneticModel.current
        let begin = model.validFrom.nanosecondsSinceEpoch
        report(
            .declination,
            (0..<Self.runs).map { _ in
                Figures(
                    fixes.enumerated().map { index, fix in
                        // One second after the other, within the years of the model.
                        let time = Timestamp(nanosecondsSinceEpoch: begin + Int64(index) * 1_000_000_000)
                        let start = Self.now()
                        _ = model.declinationDegrees(at: fix.position, altitudeMeters: 100, on: time)
                        return Self.now() - start
                    })
            })
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Prints the minimum of several runs, since disturbances only make a run slower.
    private func report(_ operation: Operation, _ runs: [Figures]) {
        func least(_ figure: (Figures) -> Double) -> Double {
            ((runs.map(figure).min() ?? 0) * 10).rounded() / 10
        }
        print(
            "{\"impl\":\"navbus\",\"op\":\"\(operation.rawValue)\",\"n\":\(count),\"ns_per_fix\":\(least(\.mean)),"
                + "\"ns_median\":\(least(\.median)),\"ns_p99\":\(least(\.p99))}")
    }
}

/// Mean, median and 99th percentile of one run.
struct Figures {
    let mean: Double
    let median: Double
    let p99: Double

    init(_ times: [Int64]) {
        let sorted = times.sorted()
        mean = Double(sorted.reduce(0, +)) / Double(max(sorted.count, 1))
        median = sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2])
        p99 = sorted.isEmpty ? 0 : Double(sorted[sorted.count * 99 / 100])
    }
}
