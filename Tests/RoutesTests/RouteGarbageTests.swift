import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Routes

@Suite("Garbage")
struct RouteGarbageTests {
    @Test(arguments: Fixtures.names) func `a truncated document is refused with the reason`(name: String) throws {
        let document = try Fixtures.document(name)
        let isXML = name.hasPrefix("gpx/")
        let end = try #require(document.lastIndex(of: UInt8(ascii: isXML ? ">" : "}")))
        // All lengths would take too long; a random start covers them over many runs.
        for length in stride(from: Int.random(in: 0..<5), to: end, by: 5) {
            do {
                _ = try RouteDocument.read(Array(document[..<length]))
                Issue.record("\(name) cut off after \(length) bytes was read")
            } catch {
                // Without its first bracket, a file is not recognized as XML.
                let words = isXML && length > 0 ? "not GPX" : "not JSON"
                #expect("\(error)".contains(words), "\(error)")
            }
        }
    }

    @Test func `a document with too many values is refused before it exhausts the memory`() {
        let bytes = Array(#"{"routes":["#.utf8)
        let zeros = Array(repeatElement(Array("0,".utf8), count: JSONDocument.maxValues + 10).joined())
        #expect {
            try RouteDocument.read(bytes + zeros)
        } throws: { error in
            "\(error)".contains("values, more than the limit of \(JSONDocument.maxValues)")
        }
    }

    @Test(arguments: Fixtures.names) func `random changes never crash, and routes stay consistent`(name: String)
        throws
    {
        let document = try Fixtures.document(name)
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        for round in 0..<500 {
            var changed = document
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                Self.change(&changed, using: &generator)
            }
            do {
                for route in try RouteDocument.read(changed) {
                    #expect(Self.fitsItself(route), "seed \(seed), round \(round)")
                }
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
    }

    @Test(arguments: Fixtures.names) func `random values in place of digits never crash`(name: String) throws {
        let text = String(decoding: try Fixtures.document(name), as: UTF8.self)
        let seed = UInt64.random(in: .min ... .max)
        var generator = SplitMix64(seed: seed)
        let odd = [
            "-1", "1e400", "1e308", "9223372036854775808", "0.5", "-0", "null", "[]", "\"\"", "99999999",
            "NaN",
        ]
        let places = text.indices.filter { text[$0].isNumber }
        for round in 0..<300 {
            let place = places[Int.random(in: 0..<places.count, using: &generator)]
            var changed = text
            changed.replaceSubrange(
                place...place, with: odd[Int.random(in: 0..<odd.count, using: &generator)])
            do {
                for route in try RouteDocument.read(Array(changed.utf8)) {
                    #expect(Self.fitsItself(route), "seed \(seed), round \(round)")
                }
            } catch {
                #expect(!"\(error)".isEmpty)
            }
        }
    }

    @Test(arguments: ["1e308", "-1e308", "720.5", "-361"]) func `invalid bearings are refused`(number: String) {
        let opposite = number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number
        let enter = Documents.OSRMStep(
            type: "roundabout", modifier: "right", maneuver: #""bearing_before": \#(number)"#)
        let exit = Documents.OSRMStep(
            type: "exit roundabout", modifier: "right", maneuver: #""bearing_after": \#(opposite)"#)
        #expect(throws: RouteError.self) { try RouteDocument.read(Documents.osrm([enter, exit])) }
        let valhalla = Documents.valhalla([
            #""type": 26, "bearing_before": \#(number)"#, #""type": 27, "bearing_after": \#(opposite)"#,
        ])
        #expect(throws: RouteError.self) { try RouteDocument.read(valhalla) }
    }

    @Test(.timeLimit(.minutes(1)))
    func `thousands of maneuvers after thousands of equal points are read quickly`() throws {
        let (points, maneuvers) = (100_000, 10_000)
        let line = Array(repeating: Documents.point(0), count: points) + [Documents.point(1)]
        let begins = [0] + Array(repeating: points - 1, count: maneuvers) + [points]
        let written = begins.enumerated().map { index, begin in
            let type = index == 0 ? 1 : index <= maneuvers ? 10 : 4
            return
                #"{"type": \#(type), "time": 0, "length": 0, "begin_shape_index": \#(begin), "end_shape_index": \#(points)}"#
        }
        let document = """
            {"trip": {"status": 0, "units": "kilometers", "summary": {"time": 30, "length": 0.1},
             "legs": [{"summary": {"time": 30, "length": 0.1},
                       "shape": \(Documents.quoted(Documents.encoded(line, decimals: 1e6))),
                       "maneuvers": [\(written.joined(separator: ","))]}]}}
            """
        let route = try #require(try RouteDocument.read(Array(document.utf8)).first)
        #expect(route.legs[0].steps.count == maneuvers + 2)
    }

    @Test(.timeLimit(.minutes(1))) func `thousands of intersections beside a long line are refused quickly`() {
        let line = (0..<100_000).map { Documents.point($0 % 2) }
        let intersections = (0..<20_000).map { _ in #"{"location": [8.9, 49.9], "classes": ["tunnel"]}"# }
        let document = """
            {"code": "Ok", "routes": [{"distance": 333, "duration": 30, "legs": [{"distance": 333, "duration": 30, "steps": [
             {"maneuver": {"type": "depart", "location": [\(line[0].longitudeDegrees), \(line[0].latitudeDegrees)]},
              "geometry": \(Documents.quoted(Documents.encoded(line, decimals: 1e6))), "mode": "driving",
              "driving_side": "right", "distance": 111, "duration": 10,
              "intersections": [\(intersections.joined(separator: ","))]}]}]}]}
            """
        #expect {
            try RouteDocument.read(Array(document.utf8))
        } throws: { error in
            "\(error)".contains("intersections")
        }
    }

    @Test func `ten thousand nested brackets are refused`() {
        for text in [
            String(repeating: "[", count: 10_000), String(repeating: #"{"trip":"#, count: 10_000),
        ] {
            #expect(throws: RouteError.self) { try RouteDocument.read(Array(text.utf8)) }
        }
    }

    private static func change(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
        default:
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
            bytes.removeSubrange(place..<end)
        }
    }

    private static func fitsItself(_ route: Route) -> Bool {
        let steps = route.legs.flatMap(\.steps)
        let indices = steps.map(\.geometryIndex)
        return route.geometry.count >= 2 && route.geometry.allSatisfy { $0.isValid }
            && route.legs.count == route.stopovers.count
            && indices.allSatisfy { route.geometry.indices.contains($0) } && indices == indices.sorted()
            && steps.allSatisfy {
                $0.distanceFromPreviousMeters >= 0 && $0.durationFromPreviousSeconds >= 0
            }
            && (route.tunnels + route.ferries + route.speedLimits.map(\.span)).allSatisfy {
                $0.fromIndex < $0.toIndex && $0.toIndex < route.geometry.count
            }
    }
}
