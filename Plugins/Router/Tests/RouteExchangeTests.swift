import Foundation
import NavigationEvents
import Testing

@testable import Router

@Suite("Requests to an engine and their answers")
struct RouteExchangeTests {
    @Test func `the engine of the server is requested once, unless it is known`() throws {
        var search = try RouteExchange(.make(), settings: .make(engine: nil), engine: nil, key: nil)
        guard case .send(let status) = search.begin() else { throw Unexpected() }
        #expect(status.url == "http://router.test/status")
        guard case .send(let question) = search.take(.success(HTTPResponse(status: 200, body: Answers.valhallaStatus)))
        else { throw Unexpected() }
        #expect(question.url == "http://router.test/route")
        #expect(question.body != nil)
        #expect(search.engine == .valhalla)
    }

    @Test(
        arguments: [
            (200, Answers.valhallaStatus, Engine.valhalla),
            (400, #"{"code":"InvalidUrl","message":"URL string malformed"}"#, .osrm),
            (404, #"{"message":"Not found"}"#, .graphhopper),
            (404, #"{"code":404,"message":"HTTP 404 Not Found"}"#, .graphhopper), (200, "hello", nil), (200, "{}", nil),
            (404, "<html></html>", nil),
        ])
    func `engines are detected by their status answers`(status: Int, body: String, engine: Engine?) {
        #expect(Engine(status: HTTPResponse(status: status, body: body)) == engine)
    }

    @Test func `an unknown server is an error`() throws {
        var search = try RouteExchange(.make(), settings: .make(engine: nil), engine: nil, key: nil)
        _ = search.begin()
        let action = search.take(.success(HTTPResponse(status: 200, body: "hello")))
        #expect(action == .end(.failure(.unknownEngine(address: "http://router.test"))))
    }

    @Test func `a request to Valhalla has the course, the accuracy and each stop`() throws {
        let stops = [
            Coordinate(latitudeDegrees: 49.415, longitudeDegrees: 8.695),
            Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.7),
        ]
        let question = try body(.make(course: 359.7, speed: 10, stops: stops, mode: .bicycle), .make(engine: .valhalla))
        let places = try #require(question["locations"] as? [[String: Any]])
        #expect(places.count == 3)
        #expect(places.allSatisfy { $0["type"] as? String == "break" && $0["search_cutoff"] as? Int == 1000 })
        #expect(places[0]["heading"] as? Int == 0)
        #expect(places[0]["heading_tolerance"] as? Int == 60)
        #expect(places[0]["radius"] as? Int == 5)
        #expect(places[0]["lat"] as? Double == 49.41)
        #expect(places[1]["heading"] == nil && places[1]["preferred_side"] == nil)
        #expect(question["costing"] as? String == "bicycle")
        #expect(question["format"] as? String == "osrm")
    }

    @Test(arguments: Engine.allCases) func `invalid positions are not sent, and other invalid numbers do no harm`(
        engine: Engine
    ) throws {
        let nowhere = Coordinate(latitudeDegrees: .nan, longitudeDegrees: 1e300)
        var search = try RouteExchange(
            .make(stops: [nowhere]), settings: .make(engine: engine), engine: engine, key: nil)
        guard case .end(.failure(.invalidRequest)) = search.begin() else { throw Unexpected() }
        for number in [Double.nan, .infinity, -1, 1e300] {
            var request = RouteRequest.make(isCourseBinding: true)
            request.horizontalAccuracyMeters = number
            request.speedMetersPerSecond = number
            request.courseDegrees = number
            var search = try RouteExchange(request, settings: .make(engine: engine), engine: engine, key: nil)
            guard case .send = search.begin() else { throw Unexpected() }
        }
    }

    @Test func `a route that must continue ahead begins at the predicted position`() throws {
        let question = try body(
            .make(course: 90, speed: 10, isCourseBinding: true), .make(engine: .valhalla))
        let origin = try #require((question["locations"] as? [[String: Any]])?.first)
        #expect(origin["heading_tolerance"] as? Int == 45)
        #expect(origin["lat"] as? Double == 49.41)
        let meters = try #require(origin["lon"] as? Double) - 8.69
        #expect(abs(meters * 111_320 * cos(49.41 * .pi / 180) - 20) < 0.2)
    }

    @Test func `a request to OSRM has the course; after a refusal any road is allowed`() throws {
        var search = try RouteExchange(.make(course: 120.4), settings: .make(), engine: .osrm, key: nil)
        guard case .send(let strict) = search.begin() else { throw Unexpected() }
        let query: String = try #require(URL(string: strict.url)?.query(percentEncoded: false))
        #expect(URL(string: strict.url)?.path() == "/route/v1/driving/8.6900000,49.4100000;8.7000000,49.4200000")
        for part in [
            "steps=true", "overview=full", "geometries=polyline6", "bearings=120,60;", "radiuses=35;1000",
            "annotations=distance,duration,speed",
        ] { #expect(query.contains(part), "\(query)") }
        guard case .send(let loose) = search.take(.success(HTTPResponse(status: 400, body: Answers.noSegment))) else {
            throw Unexpected()
        }
        let second: String = try #require(URL(string: loose.url)?.query(percentEncoded: false))
        #expect(!second.contains("bearings") && second.contains("radiuses=1000;1000"))
        guard
            case .end(.failure(.refused(_, let code, _))) = search.take(
                .success(HTTPResponse(status: 400, body: Answers.noSegment)))
        else { throw Unexpected() }
        #expect(code == "NoSegment")
    }

    @Test func `a request to GraphHopper has points, heading and profile`() throws {
        let question = try body(.make(course: 45, mode: .foot), .make(engine: .graphhopper))
        #expect(question["profile"] as? String == "foot")
        #expect(question["headings"] as? [Double] == [45])
        #expect(question["ch.disable"] as? Bool == true)
        #expect((question["points"] as? [[Double]])?.first == [8.69, 49.41])
        let details = try #require(question["details"] as? [String])
        #expect(Set(details) == ["max_speed", "road_environment", "road_class", "road_class_link"])
    }

    private func question(
        _ engine: Engine, _ wishes: RouteWishes, stops: Int = 1
    ) throws -> (body: String, query: String) {
        let stops = (1...stops).map { Coordinate(latitudeDegrees: 49.42 + Double($0) / 100, longitudeDegrees: 8.7) }
        var search = try RouteExchange(.make(stops: stops), wishes, settings: .make(), engine: engine, key: nil)
        guard case .send(let question) = search.begin() else { throw Unexpected() }
        return (
            String(decoding: question.body ?? [], as: UTF8.self),
            URL(string: question.url)?.query(percentEncoded: false) ?? ""
        )
    }

    @Test func `alternatives and avoidances are in the form of each engine`() throws {
        let wishes = RouteWishes(alternatives: 2, avoided: [.tolls, .ferries])
        let valhalla = try question(.valhalla, wishes).body
        #expect(valhalla.contains(#""alternates":2"#), "\(valhalla)")
        let options = try #require(
            (JSONSerialization.jsonObject(with: Data(valhalla.utf8)) as? [String: Any])?["costing_options"]
                as? [String: [String: Double]])
        #expect(options == ["auto": ["use_tolls": 0, "use_ferry": 0]])
        #expect(try question(.osrm, wishes).query.contains("alternatives=2&exclude=toll,ferry"))
        #expect(try question(.mapbox, wishes).query.contains("alternatives=true&exclude=toll,ferry"))
        let graphHopper = try question(.graphhopper, RouteWishes(alternatives: 2)).body
        #expect(graphHopper.contains(#""alternative_route.max_paths":3"#), "\(graphHopper)")
        var search = try RouteExchange(.make(), wishes, settings: .make(), engine: .graphhopper, key: nil)
        guard case .end(.failure(.cannotAvoid)) = search.begin() else { throw Unexpected() }
    }

    @Test(arguments: Engine.allCases) func `a route with stops, and one without wishes, is asked for as before`(
        engine: Engine
    ) throws {
        for text in try [
            question(engine, RouteWishes(alternatives: 2), stops: 2), question(engine, RouteWishes()),
        ].flatMap({ [$0.body, $0.query] }) {
            for word in ["alternat", "exclude", "costing_options"] { #expect(!text.contains(word), "\(text)") }
        }
    }

    @Test func `GraphHopper is asked without a heading after it refused one, but not after a missing key`() throws {
        let refusal = #"{"message":"Disabling CH is not allowed on the server side","hints":[]}"#
        func next(_ status: Int) throws -> RouteExchange.Action {
            var search = try RouteExchange(.make(course: 45), settings: .make(), engine: .graphhopper, key: nil)
            _ = search.begin()
            return search.take(.success(HTTPResponse(status: status, body: refusal)))
        }
        guard case .send(let loose) = try next(400) else { throw Unexpected() }
        let body = String(decoding: loose.body ?? [], as: UTF8.self)
        #expect(!body.contains("headings") && !body.contains("ch.disable"), "\(body)")
        guard case .end(.failure(.refused)) = try next(401) else { throw Unexpected() }
    }

    @Test(arguments: [Engine.osrm, .mapbox]) func `a profile of any name is one segment of the path`(
        engine: Engine
    ) throws {
        var settings = RouterSettings.make(engine: engine)
        settings.profiles.car = "my car/ü?#%"
        var search = try RouteExchange(.make(), settings: settings, engine: engine, key: nil)
        guard case .send(let question) = search.begin() else { throw Unexpected() }
        #expect(question.url.contains("/my%20car%2F%C3%BC%3F%23%25/8.69"), "\(question.url)")
    }

    @Test func `an answer other than a JSON object is not parsed`() throws {
        let track = #"<gpx><rte><rtept lat="50" lon="8"/><rtept lat="50.01" lon="8"/></rte></gpx>"#
        for text in [track, " \n<html/>", "[1]", ""] {
            var search = try RouteExchange(.make(), settings: .make(), engine: .osrm, key: nil)
            _ = search.begin()
            guard case .end(.failure(.unreadable)) = search.take(.success(HTTPResponse(status: 200, body: text))) else {
                throw Unexpected()
            }
        }
    }

    @Test func `each mode may have its own server and profile`() throws {
        var settings = RouterSettings.make(engine: .osrm)
        settings.urls.bicycle = "http://bike.test/osrm/"
        settings.profiles.bicycle = "fahrrad"
        var search = try RouteExchange(.make(mode: .bicycle), settings: settings, engine: .osrm, key: nil)
        guard case .send(let question) = search.begin() else { throw Unexpected() }
        #expect(question.url.hasPrefix("http://bike.test/osrm/route/v1/fahrrad/8.69"))
    }

    @Test func `a route has the requested travel mode, whatever the profile of the engine`() throws {
        var search = try RouteExchange(.make(mode: .foot), settings: .make(), engine: .osrm, key: nil)
        _ = search.begin()
        guard
            case .end(.success(let found)) = search.take(
                .success(HTTPResponse(status: 200, body: Answers.route)))
        else { throw Unexpected() }
        #expect(found.route.travelMode == .foot)
    }

    private struct Unexpected: Error {}

    private func body(_ request: RouteRequest, _ settings: RouterSettings) throws -> [String: Any] {
        var search = try RouteExchange(request, settings: settings, engine: settings.knownEngine, key: nil)
        guard case .send(let question) = search.begin(), let body = question.body else { throw Unexpected() }
        return try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }
}

extension HTTPResponse {
    init(status: Int, body: String) { self.init(status: status, body: Array(body.utf8)) }
}
