import Glibc
import Guidance
import NavigationEvents
import Positions

/// The measurements on one route.
struct GuidanceBench {
    private static let verticesPerStep = 50
    private static let runs = 5
    /// Fixes at the beginning, with which the place is found; they do not count.
    private static let leadIn = 20

    private var count: Int { line.count }

    private let line: [Coordinate]
    private let fixes: [Fix]

    init(folder: String, count: Int) throws(BenchError) {
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

    func run() throws {
        let route = route(verticesPerStep: Self.verticesPerStep)
        try measureBuilding(route)
        try measureDriving("full_guidance_step", route, fixes)
        try measureDriving(
            "off_route_step", route, Array(fixes.prefix(Self.leadIn / 2)) + fixes.dropFirst(Self.leadIn / 2).map(aside))
        try measureResnap(route)
        try measureDriving("single_step", self.route(verticesPerStep: count), fixes)
    }

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

    /// The same fix three hundred metres beside the route, where it is looked for on what remains of it.
    private func aside(_ fix: Fix) -> Fix {
        var other = fix
        other.position.latitudeDegrees += 0.0027
        other.smoothedPosition = other.position
        return other
    }

    // MARK: Measuring

    private func measureBuilding(_ route: Route) throws {
        var best = Double.infinity
        for _ in 0..<Self.runs {
            var guidance = GuidanceState()
            let start = Self.now()
            _ = try guidance.start(route)
            best = min(best, Double(Self.now() - start) / Double(count))
        }
        report("build_route_model", best, best)
    }

    /// Filter and guidance over the whole drive; the first fixes, which find the place, do not count.
    private func measureDriving(_ operation: String, _ route: Route, _ fixes: [Fix]) throws {
        var bestMean = Double.infinity
        var bestMedian = Double.infinity
        for _ in 0..<Self.runs {
            let times = try drive(route, fixes)
            bestMean = min(bestMean, Double(times.reduce(0, +)) / Double(times.count))
            bestMedian = min(bestMedian, Double(times[times.count / 2]))
        }
        report(operation, bestMean, bestMedian)
    }

    private func drive(_ route: Route, _ fixes: [Fix]) throws -> [Int64] {
        var filter = PositionFilter()
        var guidance = GuidanceState()
        _ = try guidance.start(route)
        var times: [Int64] = []
        times.reserveCapacity(fixes.count)
        for fix in fixes {
            let start = Self.now()
            if case .accepted(let smoothed) = filter.accept(fix) { _ = guidance.update(smoothed) }
            times.append(Self.now() - start)
        }
        return times.dropFirst(Self.leadIn).sorted()
    }

    /// Looking for the place on the whole route: the clock is set back by a minute before every fix.
    private func measureResnap(_ route: Route) throws {
        var guidance = GuidanceState()
        _ = try guidance.start(route)
        var times: [Int64] = []
        for fix in fixes.prefix(2000) {
            var early = fix
            early.time = Timestamp(
                nanosecondsSinceEpoch: 1_800_000_000_000_000_000 - Int64(times.count) * 60_000_000_000)
            let start = Self.now()
            _ = guidance.update(early)
            times.append(Self.now() - start)
        }
        times.sort()
        report("global_resnap", Double(times.reduce(0, +)) / Double(times.count), Double(times[times.count / 2]))
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func report(_ operation: String, _ mean: Double, _ median: Double) {
        func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        print(
            "{\"impl\":\"navbus\",\"op\":\"\(operation)\",\"n\":\(count),\"ns_per_fix\":\(tenth(mean)),"
                + "\"ns_median\":\(tenth(median))}")
    }
}
