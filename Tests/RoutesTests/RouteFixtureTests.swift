import FoundationEssentials
import NavigationEvents
import Platform
import Testing

@testable import Routes

/// Each case is a document, named by its path, and the expected route in a file next to it.
@Suite("Documents and their routes")
struct RouteFixtureTests {
    @Test(arguments: Fixtures.names) func `the document becomes the expected route`(name: String) throws {
        let routes = try RouteDocument.read(Fixtures.document(name))
        let written = routes.map(RouteText.init).map(\.text).joined(separator: "\n")
        #expect(written == Fixtures.expectation(name), "\(name) became\n\(written)")
    }

    @Test func `equal documents have equal ids, different documents different ids`() throws {
        let document = Documents.valhalla([])
        let alternates = try RouteDocument.read(
            Fixtures.document("valhalla/alternates-with-five-decimals"))
        #expect(try RouteDocument.read(document) == RouteDocument.read(document))
        let ids = try [RouteDocument.read(document)[0].id] + alternates.map(\.id)
        #expect(Set(ids).count == 3)
    }

    @Test(arguments: Fixtures.names) func `the steps of every route fit its legs and its line`(name: String) throws {
        for route in try RouteDocument.read(Fixtures.document(name)) {
            let steps = route.legs.flatMap(\.steps)
            #expect(steps.map(\.number) == Array(0..<steps.count))
            #expect(
                route.stopovers.map(\.geometryIndex)
                    == route.legs.map { $0.steps.last?.geometryIndex ?? -1 })
            for leg in route.legs {
                #expect(leg.steps.first?.maneuver == .depart)
                #expect(leg.steps.first?.distanceFromPreviousMeters == 0)
                #expect(leg.steps.last?.maneuver.isDestination == true)
            }
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.geometryIndex <= $1.geometryIndex })
            #expect(route.geometry.allSatisfy { $0.isValid })
        }
    }
}

/// The files under `Fixtures`.
enum Fixtures {
    static let names = [
        "valhalla/roundabout-third-exit-keeping-right", "valhalla/roundabout-keeping-left-in-miles",
        "valhalla/roundabout-back-again-keeping-left", "valhalla/two-legs-with-a-place-passed",
        "valhalla/motorway-entered-and-left",
        "valhalla/alternates-with-five-decimals", "osrm/tunnel-with-a-turn-inside-and-limits",
        "osrm/tunnel-with-two-turns-right-behind",
        "osrm/roundabout-turn-with-an-arm-passed", "osrm/lanes-of-valhalla-and-a-waypoint-passed",
        "osrm/lanes-of-osrm-and-five-decimals", "osrm/matching-over-a-border-and-a-ferry",
        "osrm/a-street-before-the-turn-one-closed-one-left",
        "mapbox/roundabout-ramp-border-and-tunnel", "mapbox/rotary-keeping-left-and-two-legs",
        "graphhopper/motorway-border-via-and-ferry", "graphhopper/roundabout-keeping-left-by-points",
        "gpx/walk-with-a-way-back-and-a-stop", "gpx/planned-route-with-named-points",
    ]

    static func document(_ name: String) throws -> [UInt8] {
        Array(try file(name.hasPrefix("gpx/") ? "\(name).gpx" : "\(name).json"))
    }

    static func expectation(_ name: String) -> String {
        let text = (try? file("\(name).route")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private static func file(_ name: String) throws -> Data {
        let folder = #filePath.prefix(through: #filePath.lastIndex(of: "/") ?? #filePath.startIndex)
        return try Data(contentsOf: URL(filePath: "\(folder)Fixtures/\(name)"))
    }
}
