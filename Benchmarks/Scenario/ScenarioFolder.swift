import Glibc
import NavigationEvents
import Platform

/// A drive of the guidance benchmark: reads route and fixes from its folder.
struct ScenarioFolder {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The table of numbers in a file; other cells are NaN.
    private func table(_ name: String) throws(ScenarioError) -> [[Double]] {
        guard let file = fopen("\(path)/\(name)", "r") else { throw .unreadable("\(path)/\(name)") }
        defer { fclose(file) }
        var rows: [[Double]] = []
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { text += chunk[..<count] }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            rows.append(
                line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
                    Double(String(decoding: $0, as: UTF8.self)) ?? .nan
                })
        }
        return rows
    }

    private func numbers(_ name: String) throws(ScenarioError) -> [[Int]] {
        try table(name).map { $0.map { $0.isFinite ? Int($0) : -1 } }
    }

    /// The stretches of the route in a file with two vertices in each row.
    private func spans(_ name: String) throws(ScenarioError) -> [GeometrySpan] {
        try numbers(name).compactMap { row in
            row.count < 2 ? nil : GeometrySpan(fromIndex: row[0], toIndex: row[1])
        }
    }

    /// The travel mode, from `meta.json`.
    func mode() throws(ScenarioError) -> TravelMode {
        guard let file = fopen("\(path)/meta.json", "r") else { throw .unreadable("\(path)/meta.json") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        if text.contains("\"ped\"") { return .foot }
        return text.contains("\"bike\"") ? .bicycle : .car
    }

    /// The fixes in the order of the receiver, including bad ones.
    func fixes() throws(ScenarioError) -> [ScenarioFix] {
        try table("fixes.csv").compactMap(ScenarioFix.init)
    }

    /// The speeds of the wheels in the order of their times, in metres per second, negative backwards; most drives have
    /// none.
    func wheels() throws(ScenarioError) -> [MotionReading] {
        guard access("\(path)/wheels.csv", F_OK) == 0 else { return [] }
        return try table("wheels.csv").compactMap { row in
            guard row.count >= 2, let time = ScenarioFix.time(row[0]) else { return nil }
            return MotionReading(
                speedMetersPerSecond: row[1].magnitude, gear: row[1] < 0 ? .reverse : .forward, source: "bench",
                time: time)
        }
    }

    /// The route with its steps, stops and tunnels.
    func route() throws(ScenarioError) -> Route {
        let line = try table("route.csv").compactMap { row in
            row.count < 2 ? nil : Coordinate(latitudeDegrees: row[0], longitudeDegrees: row[1])
        }
        let stops = try numbers("stops.csv").compactMap(\.first)
        let tunnels = try spans("tunnels.csv")
        // Only some drives have ferries.
        let ferries = access("\(path)/ferries.csv", F_OK) == 0 ? try spans("ferries.csv") : []
        let legs = legs(of: line, stops: stops, ends: try table("steps.csv"))
        return Route(
            id: path, provider: "bench", travelMode: try mode(), geometry: line, legs: legs,
            stopovers: stops.compactMap { index in
                line.indices.contains(index) ? Stopover(position: line[index], geometryIndex: index) : nil
            },
            tunnels: tunnels, ferries: ferries, distanceMeters: 0,
            durationSeconds: legs.reduce(0) { $0 + $1.durationSeconds })
    }

    private func legs(of line: [Coordinate], stops: [Int], ends: [[Double]]) -> [Leg] {
        var number = 0
        var from = 0
        return stops.map { stop in
            var steps = [Step(number: number, maneuver: .depart, geometryIndex: from)]
            for row in ends where row.count >= 2 && Int(row[0]) > from && Int(row[0]) < stop {
                number += 1
                let index = Int(row[0])
                steps.append(
                    Step(
                        number: number, maneuver: turn(at: index, of: line), geometryIndex: index,
                        durationFromPreviousSeconds: row[1]))
            }
            number += 1
            steps.append(Step(number: number, maneuver: .destination, geometryIndex: stop))
            number += 1
            from = stop
            return Leg(
                steps: steps, distanceMeters: 0,
                durationSeconds: steps.reduce(0) { $0 + $1.durationFromPreviousSeconds })
        }
    }

    private func turn(at index: Int, of line: [Coordinate]) -> Maneuver {
        guard index > 0, index + 1 < line.count else { return .straight }
        let scale = cos(line[index].latitudeDegrees * .pi / 180)
        func way(_ one: Coordinate, _ other: Coordinate) -> (Double, Double) {
            let east = other.longitudeDegrees - one.longitudeDegrees
            let wrapped = east > 180 ? east - 360 : east < -180 ? east + 360 : east
            return (wrapped * scale, other.latitudeDegrees - one.latitudeDegrees)
        }
        let before = way(line[index - 1], line[index])
        let after = way(line[index], line[index + 1])
        return before.0 * after.1 - before.1 * after.0 > 0 ? .turnLeft : .turnRight
    }
}

/// The reason why a drive cannot be run.
enum ScenarioError: Error, CustomStringConvertible {
    case unreadable(String)
    case unwritable(String)

    var description: String {
        switch self {
        case .unreadable(let path): "read \(path): is it a folder of the guidance bench?"
        case .unwritable(let path): "write \(path)"
        }
    }
}
