import Foundation
import NavigationEvents
import TestSupport

/// An offline region of the ``Ladder`` with the real road network of Valhalla, without a map.
final class LadderRegion {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    let folder: TemporaryFolder

    /// The variables with which the programs find the region, and no server.
    var environment: [String: String] {
        [
            "NAVBUS_REGIONS": "\(folder.path)/regions", "NAVBUS_ENGINES": RoutingServer.engines.path,
            "NAVBUS_ROUTER": "", "NO_COLOR": "1",
        ]
    }

    init() throws {
        folder = try TemporaryFolder()
        let extract = try folder.write(Ladder.map, to: "ladder.osm")
        let added = try BuiltProgram.navbus.run(
            ["region", "add", extract, "--without", "map", "--country", "DE"], environment: environment)
        guard added.exitCode == 0 else { throw Failure(description: added.errors) }
    }

    /// The path of a file of the region.
    func path(_ file: String) -> String { "\(folder.path)/regions/ladder/\(file)" }

    /// The paths of all tiles.
    var tiles: [String] {
        let names = FileManager.default.enumerator(atPath: path("routes/tiles"))?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".gph") }.map { path("routes/tiles/\($0)") }
    }

    /// Requests the route of the drive.
    func ask(_ program: BuiltProgram = BuiltProgram("navbus-router"), more: [String: String] = [:]) throws
        -> BuiltProgram.Outcome
    {
        let (start, goal) = (Ladder.start, Ladder.goal)
        return try program.run(
            [
                "ask", "--from", "\(start.latitudeDegrees),\(start.longitudeDegrees),90", "--to",
                "\(goal.latitudeDegrees),\(goal.longitudeDegrees)",
            ], environment: environment.merging(more) { $1 })
    }
}
