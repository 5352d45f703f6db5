import NavigationEvents
import Testing

@testable import Routes

@Suite("Documents without a readable route")
struct RouteErrorTests {
    /// A document, and the texts in its refusal.
    struct Refusal: CustomTestStringConvertible {
        var testDescription: String
        var document: String
        var words: [String]

        init(_ name: String, _ document: String, _ words: [String]) {
            testDescription = name
            self.document = document
            self.words = words
        }
    }

    static let refusals: [Refusal] = [
        .init("nothing", "", ["not JSON", "byte 0"]),
        .init("a page of a proxy", "<html>502</html>", ["no known provider", "XML"]),
        .init("no JSON", "502 Bad Gateway", ["not JSON", "byte 4"]),
        .init("JSON that breaks off", #"{"trip": {"legs": ["#, ["not JSON", "byte 19", "breaks off"]),
        .init("JSON with a stray comma", #"{"trip": 1,, "x": 2}"#, ["not JSON", "byte 11"]),
        .init("two values", "{} {}", ["not JSON", "byte 3"]),
        .init("a list", "[1, 2]", ["no known provider", "no JSON object", "valhalla, osrm, mapbox, graphhopper, gpx"]),
        .init("an empty object", "{}", ["no known provider", "an empty object"]),
        .init(
            "another provider", #"{"features": [], "bbox": []}"#,
            ["no known provider", "\"bbox\", \"features\""]),
        .init(
            "Valhalla's refusal",
            #"{"error_code": 171, "error": "No suitable edges", "status_code": 400}"#,
            ["valhalla refused", "171", "No suitable edges"]),
        .init(
            "Valhalla's status",
            #"{"trip": {"status": 442, "status_message": "No path", "legs": [], "summary": {"time": 0, "length": 0}}}"#,
            ["valhalla refused", "442", "No path"]),
        .init(
            "OSRM's refusal", #"{"code": "NoRoute", "message": "Impossible route"}"#,
            ["osrm refused", "NoRoute"]),
        .init(
            "Mapbox without a key", #"{"message": "Not Authorized - Invalid Token", "error_code": "INVALID_TOKEN"}"#,
            ["mapbox refused", "INVALID_TOKEN", "Invalid Token", "a key that is valid"]),
        .init(
            "Mapbox's refusal", #"{"code": "ProfileNotFound", "message": "Profile not found"}"#,
            ["mapbox refused", "ProfileNotFound", "a travel mode that the engine supports"]),
        .init(
            "GraphHopper's refusal",
            #"{"message": "Cannot find point 1: 50.1,8.1", "hints": [{"message": "Cannot find point 1", "point_index": 1}]}"#,
            ["graphhopper refused", "place 2", "Cannot find point 1", "move the positions to roads"]),
        .init(
            "GraphHopper's refusal without a connection",
            #"{"message": "Connection between locations not found", "hints": []}"#,
            ["graphhopper refused", "request positions that are connected"]),
        .init(
            "the refusal of a service", #"{"message": "API limit reached"}"#,
            ["the service refused", "API limit reached", "try again later"]),
        .init("no paths", #"{"paths": [], "info": {}}"#, ["graphhopper has no route"]),
        .init(
            "GraphHopper without instructions",
            #"{"paths": [{"distance": 1, "time": 1, "points": "_p~iF~ps|U??"}]}"#,
            ["paths[0] has no steps", "instructions=true"]),
        .init(
            "GraphHopper without points",
            #"{"paths": [{"distance": 1, "time": 1, "instructions": [{"sign": 4, "distance": 0, "time": 0, "interval": [0, 0]}]}]}"#,
            ["paths[0].points has 0 of at least two points"]),
        .init("no routes", #"{"code": "Ok", "routes": []}"#, ["osrm", "no route in it"]),
        .init(
            "no legs", #"{"code": "Ok", "routes": [{"legs": [], "distance": 0, "duration": 0}]}"#,
            ["no route in it"]),
        .init(
            "no steps",
            #"{"code": "Ok", "routes": [{"legs": [{"steps": [], "distance": 1, "duration": 1}], "distance": 1, "duration": 1}]}"#,
            ["routes[0].legs[0] has no steps", "steps=true"]),
        .init(
            "a missing value", #"{"routes": [{"legs": [{"distance": 1}]}]}"#,
            ["routes[0].legs[0].duration is missing"]),
        .init(
            "a value of another type", #"{"routes": [{"legs": 7}]}"#, ["routes[0].legs is not a list"]),
        .init(
            "a number beyond numbers", #"{"routes": [{"legs": [], "distance": 1e999, "duration": 1}]}"#,
            ["routes[0].distance is out of range"]),
    ]

    @Test(arguments: refusals) func `a refusal names the problem, the position and the remedy`(refusal: Refusal) {
        let error = error(in: Array(refusal.document.utf8))
        for word in refusal.words { #expect(error.contains(word), "\(error)") }
        #expect(error.hasPrefix("read the route: "))
    }

    /// Changes that make a valid document invalid.
    static let spoiled: [Refusal] = [
        .init(
            "a maneuver beyond the line", "\"begin_shape_index\": 2 -> \"begin_shape_index\": 9",
            ["maneuvers[2]", "point 9 of 4"]),
        .init(
            "a maneuver that goes back", "\"begin_shape_index\": 2 -> \"begin_shape_index\": 0",
            ["step 2", "outside 1...3"]),
        .init(
            "a destination that is missing", "\"type\": 4 -> \"type\": 10",
            ["does not end with a destination"]),
        .init(
            "a departure that is missing", "\"type\": 1, -> \"type\": 10,",
            ["does not begin with a departure"]),
        .init(
            "a destination in the middle", "\"type\": 15 -> \"type\": 5",
            ["step 2", "departs or arrives in the middle"]),
        .init(
            "a negative length", "\"length\": 0.111 -> \"length\": -1",
            ["length of step", "cannot be -1000"]),
        .init(
            "a length beyond the Earth", "\"length\": 0.333 -> \"length\": 1e300",
            ["distance", "cannot be 1e+303"]),
        .init("an unknown unit", "kilometers -> leagues", ["trip.units", "leagues"]),
        .init("no line", "\"shape\" -> \"form\"", ["trip.legs[0].shape has 0 of at least two points"]),
    ]

    @Test(arguments: spoiled) func `invalid steps, lengths and units are refused`(refusal: Refusal) {
        let change = refusal.document.split(separator: " -> ").map(String.init)
        let good = Documents.valhalla([#""type": 10"#, #""type": 15"#])
        let text = String(decoding: good, as: UTF8.self).replacing(change[0], with: change[1])
        #expect(text != String(decoding: good, as: UTF8.self))
        let error = error(in: Array(text.utf8))
        for word in refusal.words { #expect(error.contains(word), "\(error)") }
    }

    @Test func `too short, broken and out-of-range lines are refused with their position`() {
        let polyline = Documents.encoded([0, 1, 2, 3].map(Documents.point), decimals: 1e6)
        func error(with line: String) -> String {
            let text = String(
                decoding: Documents.valhalla([#""type": 10"#, #""type": 15"#]), as: UTF8.self)
            return self.error(in: Array(text.replacing(Documents.quoted(polyline), with: line).utf8))
        }
        let one = Documents.encoded([Documents.point(0)], decimals: 1e6)
        #expect(
            error(with: Documents.quoted(one)).contains("trip.legs[0].shape has 1 of at least two points")
        )
        #expect(error(with: "\"\"").contains("trip.legs[0].shape has 0 of at least two points"))
        #expect(
            error(with: Documents.quoted(String(polyline.dropLast()))).contains("breaks off at character")
        )
        #expect(error(with: "\"_p~iF ~ps|U\"").contains("an invalid character at character 5"))
        #expect(
            error(with: "\"\(String(repeating: "~", count: 30))\"").contains("too long at character 8"))
        let far = Documents.encoded(
            [Coordinate(latitudeDegrees: 95, longitudeDegrees: 8)], decimals: 1e6)
        #expect(error(with: Documents.quoted(far + "??")).contains("is not on Earth (latitude 95.0"))
        #expect(
            error(with: #"{"coordinates": [[8, 50], [200, 50]]}"#).contains(
                "point 1 of trip.legs[0].shape"))
    }

    @Test func `disconnected steps of the OSRM format are refused`() {
        let good = String(
            decoding: Documents.osrm([.init(type: "turn", modifier: "left")]), as: UTF8.self)
        let torn = good.replacing(
            "[[8.0, 50.001],[8.0, 50.002]]", with: "[[8.0, 50.0015],[8.0, 50.002]]")
        #expect(torn != good)
        #expect(error(in: Array(torn.utf8)).contains("routes[0].legs[0].steps[1] does not begin where"))
        let far = good.replacing(#""location": [8.0, 50.001]}"#, with: #""location": [8.0, 51.0]}"#)
        #expect(far != good)
        #expect(error(in: Array(far.utf8)).contains("m from the beginning of its geometry"))
    }

    @Test func `instructions and details of GraphHopper outside the line are refused`() {
        func error(_ instructions: [String], details: String = "", last: String = #""sign": 4"#) -> String {
            self.error(in: Documents.graphHopper(instructions, details: details, last: last))
        }
        #expect(error([#""sign": 2"#], last: #""sign": 0"#).contains("does not end with its destination"))
        #expect(error([], details: #""max_speed": [[0, 9, 50]]"#).contains("lies from point 0 to 9, outside 0...1"))
        #expect(error([], details: #""max_speed": [[1, 0, 50]]"#).contains("details.max_speed[0]"))
        #expect(error([], details: #""country": [[0, 1]]"#).contains("has 2 of three parts"))
        let stops = String(decoding: Documents.graphHopper([#""sign": 5"#, #""sign": 5"#]), as: UTF8.self)
            .replacing(#""interval": [2, 3]"#, with: #""interval": [0, 3]"#)
        #expect(self.error(in: Array(stops.utf8)).contains("ends at point 0, before its first point 1"))
        let endless = String(decoding: Documents.graphHopper([]), as: UTF8.self)
            .replacing(#""interval": [1, 1]"#, with: #""interval": [9223372036854774784, 1]"#)
        #expect(self.error(in: Array(endless.utf8)).contains("is not a whole number"))
        let beyond = String(decoding: Documents.graphHopper([#""sign": 2"#]), as: UTF8.self)
            .replacing(#""interval": [1, 2]"#, with: #""interval": [7, 8]"#)
        #expect(self.error(in: Array(beyond.utf8)).contains("begins at point 7 of 3"))
    }

    @Test func `bytes that are not UTF-8 are refused with their offset`() {
        for broken: [UInt8] in [[0x80], [0x80, 0x80, 0x80, 0x80, 0x80], [0xC3, 0x28], [0xF0, 0x9F], [0xFF]] {
            let before = Array(#"{"trip": ""#.utf8)
            let error = error(in: before + broken + Array(#""}"#.utf8) + Array(repeating: 0x80, count: 40))
            #expect(error.contains("not JSON at byte \(before.count)"), "\(error)")
            #expect(error.contains("UTF-8"))
        }
    }

    @Test func `escape sequences of texts are decoded`() throws {
        let name = #""name": "M\u00fcller \"Inn\" \uD83D\uDE97 \uD83D \/\\""#
        let bytes = Documents.osrm([.init(type: "turn", modifier: "left", more: name)])
        let step = try RouteDocument.read(bytes)[0].legs[0].steps[1]
        #expect(step.fullRoadName == "Müller \"Inn\" 🚗 \u{FFFD} /\\")
    }

    @Test func `a document of another provider is refused with its members`() {
        #expect(throws: RouteError.otherProvider(asked: .osrm, found: "\"trip\"")) {
            try RouteDocument.read(Documents.valhalla([]), provider: .osrm)
        }
        #expect(throws: Never.self) {
            try RouteDocument.read(Documents.valhalla([]), provider: .valhalla)
        }
    }

    @Test func `a document that is too large is refused before parsing`() {
        let bytes = [UInt8](repeating: 0x20, count: RouteDocument.maxByteCount + 1)
        #expect(throws: RouteError.self) { try RouteDocument.read(bytes) }
    }

    private func error(in bytes: [UInt8]) -> String {
        do {
            _ = try RouteDocument.read(bytes)
            return "no error"
        } catch {
            return "\(error)"
        }
    }
}
