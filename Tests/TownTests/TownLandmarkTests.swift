import Foundation
import NavigationEvents
import Regions
import TestSupport
import Testing

/// Landmarks of a real region along a route of the real Valhalla, in a drawn town.
@Suite("Landmarks of small towns", .serialized)
struct TownLandmarkTests {
    /// A case: what the town has besides its streets, and the landmarks of the turn.
    fileprivate struct Case {
        var name: String
        /// Tags of places: "f highway=traffic_signals".
        var places: [String] = []
        /// Further ways: "12341 building=church".
        var ways: [String] = []
        /// Streets that replace the main street, if a part of it has tags.
        var street: [String] = []
        var landmarks: [String]
    }

    private static let light = "highway=traffic_signals"
    private static let church = "building=church amenity=place_of_worship religion=christian"

    private static let cases: [Case] = [
        Case(name: "the lights of the junction", places: ["f \(light)"], landmarks: ["trafficLight at 15"]),
        Case(name: "lights at the crossing point", places: ["c \(light)"], landmarks: ["trafficLight at 0"]),
        Case(
            name: "a third light", places: ["f \(light)", "d \(light)", "a \(light)"],
            landmarks: ["trafficLight at 15 of 3"]),
        Case(name: "a light after the turn", places: ["g \(light)"], landmarks: []),
        Case(name: "a light far before", places: ["d \(light)"], landmarks: []),
        Case(name: "lights on both sides", places: ["f \(light)", "h \(light)"], landmarks: []),
        Case(
            name: "a light for the others", places: ["f \(light) traffic_signals:direction=backward"], landmarks: []),
        Case(
            name: "the light of a parallel road", places: ["q \(light)"], ways: ["pq highway=service"], landmarks: []),
        Case(
            name: "the other carriageway", places: ["s \(light)"], ways: ["sr highway=secondary oneway=yes"],
            landmarks: []),
        Case(
            name: "a light that the map lacks", places: ["f \(light)", "d \(light)", "k \(light)"],
            ways: ["k4 highway=residential"], landmarks: ["trafficLight at 15"]),
        Case(name: "a church", ways: ["12341 \(church)"], landmarks: ["church after 40"]),
        Case(name: "two churches", ways: ["12341 \(church)", "ijlmi \(church)"], landmarks: []),
        Case(name: "a church off the road", ways: ["56785 \(church)"], landmarks: []),
        Case(name: "a station opposite", places: ["o railway=station"], landmarks: ["station opposite -10"]),
        Case(
            name: "a bridge", street: ["Wabd", "de bridge=yes", "efcghE"], landmarks: ["bridge after 50"]),
        Case(
            name: "a bridge on another level", ways: ["tu highway=residential bridge=yes layer=1"],
            street: ["Wabd", "de bridge=yes", "efcghE"], landmarks: []),
        Case(
            name: "a railway over the street", ways: ["tu railway=rail bridge=yes layer=1"],
            street: ["Wabd", "de bridge=yes", "efcghE"], landmarks: []),
        Case(
            name: "a level crossing", places: ["e railway=level_crossing"], ways: ["2ei railway=rail"],
            landmarks: ["levelCrossing after 50"]),
        Case(
            name: "tracks of a tram", places: ["e railway=level_crossing"], ways: ["2ei railway=tram"], landmarks: []),
        Case(
            name: "two level crossings", places: ["e railway=level_crossing", "h railway=level_crossing"],
            ways: ["2ei railway=rail", "hE railway=rail"], landmarks: []),
        Case(
            name: "a level crossing in a map without railways", places: ["e railway=level_crossing"], landmarks: []),
    ]

    @Test func `a turn has a landmark only if no driver could mistake it`() async throws {
        try await RoutingEngine.serving("landmarks") { engine in
            let route = try await engine.route(over: "WN", in: .osrm)
            #expect(route.maneuvers == [.turnLeft])
            for item in Self.cases {
                let library = try Self.region(of: item.town(from: engine.town))
                var landmarked = route
                #expect(library.regions.addLandmarks(to: &landmarked).isEmpty)
                let found = landmarked.steps.flatMap { $0.landmarks }.map(\.words)
                #expect(found == item.landmarks, "\(item.name)")
            }
        }
    }

    @Test func `a turn that is not entirely in the region has no landmark`() async throws {
        try await RoutingEngine.serving("landmarks") { engine in
            var route = try await engine.route(over: "WN", in: .osrm)
            var town = try #require(Self.cases.first).town(from: engine.town)
            // The approach begins at the edge of the map.
            town.places["X"] = try town.place("W")
            let library = try Self.region(of: town)
            #expect(library.regions.addLandmarks(to: &route).isEmpty)
            #expect(route.steps.allSatisfy { $0.landmarks.isEmpty })
        }
    }

    @Test func `a damaged region is a problem, and the route stays as it is`() async throws {
        try await RoutingEngine.serving("landmarks") { engine in
            let route = try await engine.route(over: "WN", in: .osrm)
            let library = try Self.region(of: engine.town)
            let file = try #require(library.regions.contents().regions.first).path("landmarks.sqlite")
            try Data("no database".utf8).write(to: URL(filePath: file))
            var other = route
            let problems = library.regions.addLandmarks(to: &other)
            #expect(problems.count == 1)
            #expect("\(problems)".contains("landmarks.sqlite"))
            #expect(other == route)
        }
    }

    /// A library with a region of the town; the folder exists as long as the value.
    private static func region(of town: Town) throws -> (regions: RegionLibrary, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        let path = try folder.write(town.openStreetMap(), to: "town.osm")
        let library = RegionLibrary(environment: ["NAVBUS_REGIONS": folder.path + "/regions"])
        let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts/region").path
        var builder = RegionBuilder(
            name: try RegionName("town"), library: library.folders[0], extract: try ExtractFile(path), scripts: scripts)
        builder.omitted = [.map, .routes]
        _ = try builder.build { _ in }
        return (library, folder)
    }
}

extension TownLandmarkTests.Case {
    /// The town with the objects of the case.
    fileprivate func town(from town: Town) throws -> Town {
        var town = town
        for place in places {
            let (name, tags) = Self.parts(place)
            town.placeTags[try #require(name.first)] = tags
        }
        town.roads += ways.map(Self.road)
        guard !street.isEmpty else { return town }
        let tags = town.roads[0].tags
        town.roads.removeAll { $0.tags == tags }
        town.roads += street.map(Self.road).map { Town.Road(places: $0.places, tags: tags + $0.tags) }
        return town
    }

    private static func road(_ text: String) -> Town.Road {
        let (places, tags) = parts(text)
        return Town.Road(places: Array(places), tags: tags)
    }

    private static func parts(_ text: String) -> (name: String, tags: [Town.Tag]) {
        let words = text.split(separator: " ")
        let tags = words.dropFirst().map { $0.split(separator: "=") }.map {
            Town.Tag(key: String($0[0]), value: String($0[1]))
        }
        return (words.first.map(String.init) ?? "", tags)
    }
}

extension Landmark {
    fileprivate var words: String {
        let number = earlierMeters.isEmpty ? "" : " of \(earlierMeters.count + 1)"
        return "\(kind) \(relation) \(Int(distanceToManeuverMeters.rounded()))\(number)"
    }
}
