import Foundation
import NavigationEvents
import Platform
import TestSupport
import Testing

/// Answers of the real Valhalla and OSRM for trips between the places of all towns, by car, by bicycle and on foot.
enum TownTrips {
    /// The number of trips through each town for each travel mode.
    private static let tripsPerTown = 3

    /// Saves the answers in the folder `answers`.
    static func save(below folder: TemporaryFolder) throws {
        let towns = try towns()
        try folder.write(Town.openStreetMap(of: towns), to: "towns.osm")
        try folder.write(Town.borders(of: towns), to: "borders.osm")
        let trips = towns.enumerated().flatMap { Self.trips(through: $1, seed: UInt64($0)) }
        try folder.write("[\(trips.joined(separator: ","))]", to: "trips.json")
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let script = root.appending(path: "scripts/route_answers.py").path
        let engines = RoutingEngine.enginesFolder.path
        let maps = "\(folder.path)/towns.osm,\(folder.path)/borders.osm"
        let outcome = try PythonInterpreter.run(
            [script, engines, maps, "\(folder.path)/trips.json", "\(folder.path)/answers"])
        try #require(outcome.exitCode == 0, "\(outcome.output)")
    }

    /// All towns, each at a place of its own.
    private static func towns() throws -> [Town] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Towns")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
        return try files.enumerated().map { index, file in
            let drawing = try String(contentsOf: file, encoding: .utf8)
            return try Town(drawing: drawing).shifted(northDegrees: Double(index) / 20)
        }
    }

    /// Pairs of places in a town, as JSON.
    private static func trips(through town: Town, seed: UInt64) -> [String] {
        var generator = SplitMix64(seed: seed)
        // Nobody starts on board.
        let boards = Set(town.roads.filter { $0.tags.contains { $0.value == "ferry" } }.flatMap(\.places))
        let names = town.places.keys.filter { !boards.contains($0) }.sorted()
        return (0..<tripsPerTown).compactMap { _ in
            guard let from = names.randomElement(using: &generator), let to = names.randomElement(using: &generator),
                from != to, let start = town.places[from], let end = town.places[to]
            else { return nil }
            return "[\(json(start)),\(json(end))]"
        }
    }

    private static func json(_ place: Coordinate) -> String {
        "[\(place.latitudeDegrees),\(place.longitudeDegrees)]"
    }
}
