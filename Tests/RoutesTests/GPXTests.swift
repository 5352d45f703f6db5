import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Routes

@Suite("GPX tracks and routes")
struct GPXTests {
    static let corner = [Documents.place(0, 0), Documents.place(0, 200), Documents.place(300, 200)]

    @Test func `a track is a route with or without the turns of its line`() throws {
        let bytes = Documents.gpx(Self.corner)
        let route = try RouteDocument.read(bytes)[0]
        #expect(route.provider == "gpx")
        #expect(route.geometry.count == 3)
        #expect(route.legs[0].steps.map(\.maneuver) == [.depart, .turnRight, .destination])
        #expect(route.legs[0].steps.allSatisfy { $0.fullRoadName.isEmpty && $0.drivingSide == .none })
        #expect(abs(route.distanceMeters - 500) < 0.5)
        let line = try RouteDocument.read(bytes, provider: .gpxLine)[0]
        #expect(line.legs[0].steps.map(\.maneuver) == [.depart, .destination])
        #expect(line.provider == "gpx")
        #expect(line.id != route.id)
    }

    @Test(
        arguments: [
            (nil, 36.0), (TravelMode.car, 36), (.bicycle, 112.5), (.foot, 360),
        ])
    func `without times the travel mode determines the duration`(mode: TravelMode?, seconds: Double) throws {
        let route = try RouteDocument.read(Documents.gpx(Self.corner), travelMode: mode)[0]
        #expect(abs(route.durationSeconds - seconds) < 0.5)
        #expect(route.travelMode == mode ?? .unknown)
    }

    @Test(
        arguments: [
            ("cycling", TravelMode.bicycle), ("Mountain Biking", .bicycle), ("hiking", .foot), ("running", .foot),
            ("driving", .car), ("motorcycling", .car), ("swimming", .unknown),
        ])
    func `the type of a track determines the travel mode`(kind: String, mode: TravelMode) throws {
        #expect(try RouteDocument.read(Documents.gpx(Self.corner, kind: kind))[0].travelMode == mode)
    }

    @Test(
        arguments: [
            (15.0, TravelMode.car), (5, .bicycle), (1.3, .foot),
        ])
    func `the times of a track determine its durations, and its speed the travel mode`(
        speed: Double, mode: TravelMode
    ) throws {
        let line = TurnDetectorTests.walk([(300, 90), (300, 0)], every: 20)
        let seconds = line.indices.map { Int(Double($0) * 20 / speed) }
        let route = try RouteDocument.read(Documents.gpx(line, seconds: seconds))[0]
        #expect(route.travelMode == mode)
        #expect(abs(route.durationSeconds - 600 / speed) <= 1)
        #expect(route.legs[0].steps.map(\.maneuver) == [.depart, .turnRight, .destination])
        #expect(abs(route.legs[0].steps[1].durationFromPreviousSeconds - 300 / speed) <= 1)
    }

    /// A line east and then north, with a point every 7 m.
    private static func denseCorner(noise: Double, seed: UInt64) throws -> Route {
        var random = SplitMix64(seed: seed)
        let points = (0..<120).map { index in
            let (east, north) = index < 60 ? (Double(index) * 7, 0.0) : (420.0, Double(index - 60) * 7)
            return Documents.place(east + random.normal(noise), north + random.normal(noise))
        }
        return try RouteDocument.read(Documents.gpx(points))[0]
    }

    @Test(arguments: UInt64(1)...6) func `a recorded track without times has only the turns of the road`(
        seed: UInt64
    ) throws {
        let planned = try Self.denseCorner(noise: 0, seed: seed)
        let recorded = try Self.denseCorner(noise: 2.5, seed: seed)
        #expect(planned.legs.flatMap(\.steps).map(\.maneuver) == [.depart, .turnLeft, .destination])
        #expect(recorded.legs.flatMap(\.steps).map(\.maneuver) == [.depart, .turnLeft, .destination])
        #expect(planned.geometry.count == 120 && recorded.geometry.count < 120)
    }

    @Test func `a rest does not count as travel time`() throws {
        let line = TurnDetectorTests.walk([(400, 0)], every: 20)
        let seconds = line.indices.map { $0 * 2 + ($0 > 10 ? 3600 : 0) }
        let route = try RouteDocument.read(Documents.gpx(line, seconds: seconds))[0]
        #expect(route.durationSeconds < 60)
    }

    @Test func `times that are all equal or run backwards are ignored`() throws {
        for seconds in [[7, 7, 7], [9, 8, 7]] {
            let route = try RouteDocument.read(Documents.gpx(Self.corner, seconds: seconds))[0]
            #expect(abs(route.durationSeconds - 36) < 0.5)
        }
    }

    @Test func `named points of a route are stops, shaping points are not`() throws {
        let document = """
            <gpx><rte>
            <rtept lat="50" lon="8"><name>Home</name></rtept>
            <rtept lat="50.001" lon="8"><name>Bend</name><extensions><trp:ShapingPoint/></extensions></rtept>
            <rtept lat="50.002" lon="8"><name> Mill &amp; Inn </name><extensions><gpxx:RoutePointExtension>
            <gpxx:rpt lat="50.002" lon="8.001"/></gpxx:RoutePointExtension></extensions></rtept>
            <rtept lat="50.003" lon="8.001"/><rtept lat="50.004" lon="8.001"><name>Quay</name></rtept>
            </rte></gpx>
            """
        let route = try RouteDocument.read(Array(document.utf8))[0]
        #expect(route.geometry.count == 6)
        #expect(route.stopovers.map(\.name) == ["Mill & Inn", "Quay"])
        #expect(route.stopovers.map(\.geometryIndex) == [2, 5])
        #expect(
            route.legs.map { $0.steps.map(\.maneuver) } == [
                [.depart, .destination], [.depart, .turnLeft, .destination],
            ])
    }

    @Test func `waypoints beside the line are stops in the order of the line, others are not`() throws {
        func place(_ name: String, _ east: Double, _ north: Double) -> String {
            let place = Documents.place(east, north)
            return """
                <wpt lat="\(place.latitudeDegrees)" lon="\(place.longitudeDegrees)"><name>\(name)</name></wpt>
                """
        }
        let places = [
            place("Late", 150, 210), place("Early", -20, 100), place("Far", 100, 80), place("Start", 0, 5),
            place("End", 298, 200),
        ]
        let route = try RouteDocument.read(Documents.gpx(Self.corner, before: places.joined()))[0]
        #expect(route.stopovers.map(\.name) == ["Early", "Late", "End"])
        let stops = route.stopovers.map { ($0.position.latitudeDegrees - 50) * 111_229 }
        for (stop, north) in zip(stops, [100.0, 200, 200]) { #expect(abs(stop - north) < 0.5) }
        #expect(
            route.legs.flatMap(\.steps).map(\.maneuver) == [
                .depart, .destination, .depart, .turnRight, .destination, .depart, .destination,
            ])
        #expect(route.stopovers.map(\.geometryIndex) == route.legs.map { $0.steps.last?.geometryIndex ?? -1 })
    }

    @Test func `tracks come before routes, and the segments of a track are joined`() throws {
        let document = """
            <gpx><rte><rtept lat="50" lon="8"/><rtept lat="50.001" lon="8"/></rte>
            <trk><trkseg><trkpt lat="51" lon="8"/><trkpt lat="51.001" lon="8"/></trkseg>
            <trkseg><trkpt lat="51.002" lon="8"/></trkseg></trk></gpx>
            """
        let routes = try RouteDocument.read(Array(document.utf8))
        #expect(routes.map(\.geometry.count) == [3, 2])
        #expect(routes[0].geometry[0].latitudeDegrees == 51)
    }

    @Test func `a track of equal points is a route of zero length`() throws {
        let route = try RouteDocument.read(Documents.gpx([Documents.place(0, 0), Documents.place(0, 0)]))[0]
        #expect(route.distanceMeters == 0)
        #expect(route.legs[0].steps.map(\.maneuver) == [.depart, .destination])
    }

    @Test func `a line across the 180th meridian is short`() throws {
        let line = [179.999, -179.999].map { Coordinate(latitudeDegrees: 0, longitudeDegrees: $0) }
        #expect(try RouteDocument.read(Documents.gpx(line))[0].distanceMeters < 300)
    }

    static let refusals: [(name: String, document: String, words: [String])] = [
        ("another XML", "<kml><Placemark/></kml>", ["no known provider", "XML of <kml>"]),
        ("nothing in it", "<gpx></gpx>", ["no track and no route", "use another file"]),
        ("one point", #"<gpx><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>"#, ["of two points or more"]),
        ("a file cut off", #"<gpx><trk><trkseg><trkpt lat="1" lon="1"/>"#, ["not GPX at line 1", "column"]),
        (
            "a point without place", #"<gpx><trk><trkseg><trkpt lat="1"/></trkseg></trk></gpx>"#,
            ["line 1", "lat and lon"]
        ),
        (
            "a point off the Earth", #"<gpx><trk><trkseg><trkpt lat="91" lon="1"/></trkseg></trk></gpx>"#,
            ["not on Earth", "91.0"]
        ),
        (
            "an entity", #"<!DOCTYPE g [<!ENTITY a "aa"><!ENTITY b "&a;&a;&a;">]><gpx><name>&b;</name></gpx>"#,
            ["declares a document type"]
        ),
        (
            "default attributes for many elements",
            "<!DOCTYPE gpx [<!ATTLIST a " + (0..<2000).map { "b\($0) CDATA \"\" " }.joined() + ">]><gpx>"
                + String(repeating: "<a/>", count: 2000) + "</gpx>", ["line 1", "declares a document type"]
        ),
        ("elements without end", "<gpx>" + String(repeating: "<a>", count: 100_000), ["nested more than 100"]),
    ]

    @Test(arguments: refusals.indices) func `a file without a route is refused with the reason`(number: Int) {
        let (_, document, words) = Self.refusals[number]
        #expect {
            try RouteDocument.read(Array(document.utf8))
        } throws: { error in
            words.allSatisfy("\(error)".contains)
        }
    }

    @Test func `a name of a megabyte is truncated`() throws {
        let name = String(repeating: "n", count: 1 << 20)
        let point = #"lat="50" lon="8""#
        let document =
            "<gpx><rte><rtept \(point)/><rtept lat=\"50.01\" lon=\"8\"><name>\(name)</name></rtept></rte></gpx>"
        #expect(try RouteDocument.read(Array(document.utf8))[0].stopovers[0].name.count == 200)
    }

    @Test func `times may have fractions and offsets, and invalid times are ignored`() throws {
        func time(_ text: String) throws -> Timestamp? {
            let point = "<trkpt lat=\"50\" lon=\"8\"><time> \(text)\n</time></trkpt>"
            let document = try GPXDocument(Array("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>".utf8))
            return try #require(document.lines.first?.points.first).time
        }
        let noon = try #require(try time("2024-02-29T12:00:00Z"))
        #expect(try time("2024-02-29T12:00:00.25Z")?.seconds(since: noon) == 0.25)
        #expect(try time("2024-02-29T14:00:00+02:00") == noon)
        for text in ["", "yesterday", "2024-13-01T12:00:00Z", "2024-02-29", "2024-02-29T12:61:00Z"] {
            #expect(try time(text) == nil)
        }
    }
}
