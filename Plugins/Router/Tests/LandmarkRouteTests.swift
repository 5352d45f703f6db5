import Foundation
import NavigationControl
import NavigationEvents
import Regions
import Synchronization
import TestSupport
import Testing

@testable import Router

@Suite("Landmarks in the routes of the router", .timeLimit(.minutes(2)))
struct LandmarkRouteTests {
    private static let geometry = "_gwj~A__hgN?_vJ_|B?"

    /// A route to the east for 430 m, then a turn to the left.
    private static let route = """
        {"code":"Ok","waypoints":[{"location":[8,50]},{"location":[8.006,50.002]}],"routes":[{"distance":652,\
        "duration":60,"geometry":"\(geometry)","legs":[{"distance":652,"duration":60,"steps":[\
        {"distance":430,"duration":40,"geometry":"_gwj~A__hgN?_vJ","name":"Main Street","mode":"driving",\
        "driving_side":"right","maneuver":{"type":"depart","location":[8,50],"bearing_before":0,"bearing_after":90},\
        "intersections":[]},\
        {"distance":222,"duration":20,"geometry":"_gwj~A_vsgN_|B?","name":"North Road","mode":"driving",\
        "driving_side":"right","maneuver":{"type":"turn","modifier":"left","location":[8.006,50],"bearing_before":90,\
        "bearing_after":0},"intersections":[]},\
        {"distance":0,"duration":0,"geometry":"_d{j~A_vsgN??","name":"North Road","mode":"driving",\
        "driving_side":"right","maneuver":{"type":"arrive","location":[8.006,50.002],"bearing_before":0,\
        "bearing_after":0},"intersections":[]}]}]}]}
        """

    private static let town = """
        <osm version="0.6">
        <node id="1" version="1" lat="50" lon="8"/>
        <node id="2" version="1" lat="50" lon="8.0058"><tag k="highway" v="traffic_signals"/></node>
        <node id="3" version="1" lat="50" lon="8.006"/>
        <node id="4" version="1" lat="50.002" lon="8.006"/>
        <node id="5" version="1" lat="49.99" lon="7.99"/>
        <node id="6" version="1" lat="50.01" lon="8.02"/>
        <way id="1" version="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
        <way id="2" version="1"><nd ref="3"/><nd ref="4"/><tag k="highway" v="residential"/></way>
        </osm>
        """

    @Test func `a route is answered with the landmarks of the region`() throws {
        let folder = try TemporaryFolder()
        let library = try Self.library(in: folder)
        let step = try Self.answeredRoute(library).legs[0].steps[1]
        #expect(step.landmarks.map(\.kind) == [.trafficLight])
        #expect(abs((step.landmarks.first?.distanceToManeuverMeters ?? 0) - 14) < 1)
        #expect(try Self.answeredRoute(nil).legs[0].steps[1].landmarks.isEmpty)
    }

    @Test func `a damaged region is a warning, and the route is answered without landmarks`() throws {
        let folder = try TemporaryFolder()
        let library = try Self.library(in: folder)
        let file = try #require(library.contents().regions.first).path("landmarks.sqlite")
        try Data("no database".utf8).write(to: URL(filePath: file))
        let reports = ReportedTexts()
        #expect(try Self.answeredRoute(library, reports).legs[0].steps[1].landmarks.isEmpty)
        #expect(reports.texts.count == 1)
        #expect(reports.texts.first?.contains(file) == true)
    }

    private static func library(in folder: TemporaryFolder) throws -> RegionLibrary {
        let path = try folder.write(town, to: "town.osm")
        let library = RegionLibrary(environment: ["NAVBUS_REGIONS": folder.path + "/regions"])
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        var builder = RegionBuilder(
            name: try RegionName("town"), library: library.folders[0], extract: try ExtractFile(path),
            scripts: root.appending(path: "scripts/region").path)
        builder.omitted = [.map, .routes]
        _ = try builder.build { _ in }
        return library
    }

    private static func answeredRoute(_ library: RegionLibrary?, _ reports: ReportedTexts = ReportedTexts()) throws
        -> Route
    {
        let server = try FakeServer(.answer(200, route))
        defer { server.close() }
        let line = FakeRouterChannel()
        let handler = RouteRequestHandler(
            finder: RouteFinder(.make(server.url)), line: line, reporter: reports.reporter, regions: library)
        defer { handler.close() }
        handler.take(.main, .make(number: 1))
        #expect(eventually { line.answers["main"] != nil })
        guard case .route(let route)? = line.answers["main"]?.first?.outcome else { throw Missing() }
        return route
    }

    private struct Missing: Error {}
}

/// The texts of the reports of a control.
private final class ReportedTexts: Sendable {
    private let list = Mutex<[String]>([])
    var texts: [String] { list.withLock { $0 } }
    var reporter: Reporter { Reporter(control: "router") { [self] report in list.withLock { $0.append(report.text) } } }
}
