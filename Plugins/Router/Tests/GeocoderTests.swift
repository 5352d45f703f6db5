import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import Router

/// Searches with online geocoders: the real `navbus` and the real router, against a server with answers in the documented formats.
@Suite("Online geocoders", .timeLimit(.minutes(2)))
struct GeocoderTests {
    private func search(
        _ server: FakeServer, _ path: String, _ words: [String] = ["Mill", "Lane", "4"], near: String? = "50,8",
        environment: [String: String] = [:]
    ) throws -> BuiltProgram.Outcome {
        try BuiltProgram.navbus.run(
            ["places", "search"] + words + ["--geocoder", server.url + path] + (near.map { ["--near", $0] } ?? []),
            environment: ["NO_COLOR": "1", "LC_ALL": "de_DE.UTF-8"].merging(environment) { $1 })
    }

    @Test func `Photon is asked in its way, and its features are places`() throws {
        let server = try FakeServer(.answer(200, GeocoderAnswers.photon))
        defer { server.close() }
        let found = try search(server, "/api")
        #expect(found.exitCode == 0, "\(found.errors)")
        #expect(
            found.lines.first == "Mill Lane 4, Old Town, Newford  111 m  address  50.00100,8.00000", "\(found.output)")
        #expect(found.lines.contains { $0.hasPrefix("Newford Mill, ") && $0.contains("  museum  ") }, "\(found.output)")
        #expect(found.lines.last?.contains("OpenStreetMap contributors") == true)
        let question = try #require(server.questions.first)
        #expect(question.line == "GET /api?q=Mill%20Lane%204&limit=10&lat=50.0&lon=8.0 HTTP/1.1")
        #expect(question.head.contains("User-Agent: navbus/"))
        #expect(question.head.contains("Accept-Language: de-DE,de"))
        #expect(server.questions.count == 1)
    }

    @Test func `Nominatim is asked in its way, and its results are places`() throws {
        let server = try FakeServer(.answer(200, GeocoderAnswers.nominatim))
        defer { server.close() }
        let found = try search(server, "/nominatim/search", ["Mill Lane 4"])
        #expect(
            found.lines.first == "Mill Lane 4, Old Town, Newford  111 m  address  50.00100,8.00000", "\(found.output)")
        #expect(
            found.lines.contains { $0.hasPrefix("Newford Station, ") && $0.contains("  station  ") }, "\(found.output)")
        #expect(
            server.questions.first?.line
                == "GET /nominatim/search?q=Mill%20Lane%204&limit=10&format=jsonv2&addressdetails=1"
                + "&viewbox=7.5,49.5,8.5,50.5 HTTP/1.1")
    }

    @Test func `Pelias is asked in its way, with the key of its address`() throws {
        let server = try FakeServer(.answer(200, GeocoderAnswers.pelias))
        defer { server.close() }
        let found = try search(server, "/v1/search?api_key=s3cret-key")
        #expect(found.lines.first == "Mill Lane 4, Newford  111 m  address  50.00100,8.00000", "\(found.output)")
        #expect(
            server.questions.first?.line
                == "GET /v1/search?api_key=s3cret-key&text=Mill%20Lane%204&size=10&focus.point.lat=50.0"
                + "&focus.point.lon=8.0 HTTP/1.1")
        server.behave(.answer(403, #"{"geocoding":{"errors":["s3cret-key is no key"]}}"#))
        let refused = try search(server, "/v1/search?api_key=s3cret-key")
        #expect(refused.exitCode != 0 && refused.errors.contains("HTTP 403"), "\(refused.errors)")
        #expect(!refused.errors.contains("s3cret"), "\(refused.errors)")
    }

    @Test func `the result is a place as from a region, also as JSON`() throws {
        let server = try FakeServer(.answer(200, GeocoderAnswers.nominatim))
        defer { server.close() }
        let found = try BuiltProgram.navbus.run(
            ["places", "search", "Mill Lane 4", "--json"], environment: ["NAVBUS_GEOCODER": server.url + "/search"])
        let first = try #require(found.lines.first)
        let place = try #require(try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
        #expect(place["kind"] as? String == "address")
        #expect(place["housenumber"] as? String == "4" && place["street"] as? String == "Mill Lane")
        #expect(place["osm"] as? String == "n101" && place["region"] is NSNull)
        #expect(place["exact"] as? Bool == true)
    }

    @Test func `a destination is found online, and an ambiguous one is listed`() throws {
        let server = try FakeServer(.answer(200, GeocoderAnswers.nominatim))
        defer { server.close() }
        let start = { (name: String) in
            // No routing server listens there: the destination is known before it is asked.
            try BuiltProgram.navbus.run([
                "start", "--from", "50,8", "--to", name, "--geocoder", server.url + "/search", "--router",
                "http://127.0.0.1:9", "--engine", "valhalla",
            ])
        }
        let one = try start("Mill Lane 4, Newford")
        #expect(one.output.hasPrefix("to Mill Lane 4, Old Town, Newford"), "\(one.output)\(one.errors)")
        #expect(one.exitCode == 69 && one.errors.contains("no server listens"), "\(one.errors)")
        server.behave(.answer(200, GeocoderAnswers.ambiguous))
        let several = try start("Mill Lane")
        #expect(several.exitCode == 64 && several.errors.contains("fits several places"), "\(several.errors)")
        server.behave(.answer(200, "[]"))
        let none = try start("Mill Lane")
        #expect(none.exitCode == 64 && none.errors.contains("no place fits"), "\(none.errors)")
    }

    @Test(
        arguments: [
            (FakeServer.Behaviour.answer(200, "<html>"), "it is not JSON"),
            (.answer(200, "{}"), "it is not that of a geocoder"),
            (.answer(200, #"{"error":"Unable to geocode"}"#), "it says: Unable to geocode"),
            (.answer(429, "slow down"), "it allows fewer requests"), (.flood, "more than 1 MiB; ask for less"),
            (.reset, "the connection broke off"),
            (.raw("HTTP/1.1 302 X\r\nLocation: http://else.test/api\r\nContent-Length: 0\r\n\r\n"), "it redirects to"),
        ])
    func `a useless answer is an error with the reason`(behaviour: FakeServer.Behaviour, reason: String) throws {
        let server = try FakeServer(behaviour)
        defer { server.close() }
        let found = try search(server, "/api")
        #expect(found.exitCode != 0 && found.output.isEmpty)
        #expect(found.errors.contains(reason), "\(found.errors)")
        #expect(server.questions.count == 1, "a geocoder is asked once")
    }

    @Test func `hostile places are harmless`() throws {
        let server = try FakeServer(.answer(200, GeocoderAnswers.hostile))
        defer { server.close() }
        let found = try search(server, "/search", ["x"])
        #expect(found.exitCode == 0, "\(found.errors)")
        #expect(found.lines.allSatisfy { $0.unicodeScalars.count < 400 })
        #expect(!found.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0.value == 0x202E })
        // Three of the six have no position on Earth; the last line names the source of the data.
        #expect(found.lines.count == 4, "\(found.output)")
        let deep = String(repeating: "[", count: 100_000)
        server.behave(.answer(200, deep))
        #expect(try search(server, "/search").errors.contains("it is not JSON"))
    }

    @Test func `without an address nothing is requested, and a wrong one is named`() throws {
        let server = try FakeServer(.answer(200, "[]"))
        defer { server.close() }
        let wrong = try search(server, "/autocomplete")
        #expect(wrong.errors.contains("its path has to end with /api for Photon"), "\(wrong.errors)")
        let empty = try BuiltProgram.navbus.run(
            ["places", "search", "Mill", "--geocoder", ""], environment: ["NAVBUS_GEOCODER": server.url + "/search"])
        #expect(empty.exitCode == 1)
        #expect(server.questions.isEmpty)
        let router = BuiltProgram("navbus-router")
        #expect(try router.run(["places", "--text", "x"], environment: ["NAVBUS_GEOCODER": ""]).exitCode == 64)
        #expect(try router.run(["places", "--text", "x", "--limit", "1000", "--url", server.url]).exitCode == 64)
        #expect(try router.run(["places", "--url", "ftp://x/api", "--text", "x"]).exitCode == 69)
    }
}

/// Answers in the documented formats, about invented places.
enum GeocoderAnswers {
    static let photon = """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.0,50.001]},"properties":{"osm_type":"N","osm_id":101,
        "osm_key":"place","osm_value":"house","type":"house","housenumber":"4","street":"Mill Lane","postcode":"12345",
        "district":"Old Town","city":"Newford","state":"Middleland","country":"Utopia","countrycode":"UT"}},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.01,50.002]},"properties":{"osm_type":"W","osm_id":102,
        "osm_key":"tourism","osm_value":"museum","type":"house","housenumber":"4","street":"Mill Lane",
        "name":"Newford Mill","city":"Newford"}}]}
        """
    static let nominatim = """
        [{"place_id":1,"licence":"Data © OpenStreetMap contributors","osm_type":"node","osm_id":101,"lat":"50.001",
        "lon":"8.0","category":"place","type":"house","place_rank":30,"importance":0.1,"addresstype":"place","name":"",
        "display_name":"4, Mill Lane, Old Town, Newford, 12345, Utopia","address":{"house_number":"4","road":"Mill Lane",
        "suburb":"Old Town","city":"Newford","state":"Middleland","postcode":"12345","country":"Utopia",
        "country_code":"ut"},"boundingbox":["50.0","50.002","7.9","8.1"]},
        {"place_id":2,"osm_type":"way","osm_id":103,"lat":"50.01","lon":"8.02","category":"railway","type":"station",
        "importance":0.4,"name":"Newford Station","display_name":"Newford Station, Mill Lane, Newford",
        "address":{"railway":"Newford Station","road":"Mill Lane","city":"Newford"}}]
        """
    static let pelias = """
        {"geocoding":{"version":"0.2","query":{"text":"Mill Lane 4"}},"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"Point","coordinates":[8.0,50.001]},"properties":{"id":"node/101",
        "gid":"openstreetmap:address:node/101","layer":"address","source":"openstreetmap","source_id":"node/101",
        "name":"4 Mill Lane","housenumber":"4","street":"Mill Lane","postalcode":"12345","confidence":1,
        "country":"Utopia","region":"Middleland","locality":"Newford","label":"4 Mill Lane, Newford, Utopia"}}],
        "bbox":[7.9,50.0,8.1,50.2]}
        """
    /// The same street in two towns.
    static let ambiguous = """
        [{"osm_type":"way","osm_id":7,"lat":"50.1","lon":"8.0","category":"highway","type":"residential",
        "name":"Mill Lane","address":{"road":"Mill Lane","city":"Newford"}},
        {"osm_type":"way","osm_id":8,"lat":"50.0","lon":"8.1","category":"highway","type":"residential",
        "name":"Mill Lane","address":{"road":"Mill Lane","city":"Oldford"}}]
        """
    static let hostile: String = {
        let long = String(repeating: "x", count: 100_000)
        let names = ["x <script>alert(1)</script>", "x \\u001b[31m\\u202e\\u0007", "x \(long)"]
        let good = names.map {
            #"{"lat":"50","lon":"8","category":"amenity","type":"cafe","name":"\#($0)","osm_type":"x","osm_id":"no"}"#
        }
        let bad = [
            #"{"lat":"91","lon":"8","name":"x"}"#, #"{"lat":"nan","lon":"8","name":"x"}"#, #"{"name":["x"]}"#,
        ]
        return "[\((good + bad).joined(separator: ","))]"
    }()
}
