import Foundation
import NavigationEvents
import Testing
import TestSupport

@testable import Router

/// Faulty servers; each failure names the server, the reason and the remedy.
@Suite("Faulty servers", .timeLimit(.minutes(2)))
struct HTTPFailureTests {
    @Test func `a route is found`() throws {
        let server = try FakeServer(.answer(200, Answers.route))
        defer { server.close() }
        let found = try #require(try RouteFinder(.make(server.url)).find()?.get())
        #expect(found.route.legs.count == 1)
        #expect(found.engine == .osrm)
        #expect(String(decoding: found.document, as: UTF8.self) == Answers.route)
    }

    @Test func `a refused connection is an error`() throws {
        let server = try FakeServer(.reset)
        server.close()
        #expect(
            RouteFinder(.make(server.url)).failure()
                == "get a route from OSRM at \(server.url): no server listens there; start the server, or correct "
                + "router.url")
    }

    @Test func `an unknown host is an error`() {
        let failure = RouteFinder(.make("http://nowhere.invalid")).failure()
        #expect(failure?.hasPrefix("get a route from OSRM at http://nowhere.invalid: ") == true, "\(failure ?? "")")
    }

    @Test func `the time limit ends a request to a silent or slow server`() throws {
        for behaviour in [FakeServer.Behaviour.stall(""), .stall("HTTP/1.1 200 OK\r\n"), .trickle] {
            let server = try FakeServer(behaviour)
            defer { server.close() }
            #expect(
                RouteFinder(.make(server.url, timeout: 0.5)).failure()
                    == "get a route from OSRM at \(server.url): no answer came within 0.5 s; is the server overloaded? "
                    + "router.timeoutSeconds is the limit", "\(behaviour)")
        }
    }

    @Test func `a broken connection is retried once`() throws {
        let server = try FakeServer(.reset, .answer(200, Answers.route))
        defer { server.close() }
        #expect(throws: Never.self) { try RouteFinder(.make(server.url)).find()?.get() }
        #expect(server.questions.count == 2)
        let broken = try FakeServer(.reset)
        defer { broken.close() }
        let failure = RouteFinder(.make(broken.url)).failure()
        #expect(failure?.contains("the connection broke off") == true, "\(failure ?? "")")
        #expect(broken.questions.count == 2)
    }

    @Test func `an incomplete answer is an error`() throws {
        let server = try FakeServer(.raw("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"code\":"))
        defer { server.close() }
        let failure = RouteFinder(.make(server.url)).failure()
        #expect(failure?.contains("the connection broke off") == true, "\(failure ?? "")")
    }

    @Test func `an endless answer is discarded`() throws {
        let server = try FakeServer(.flood)
        defer { server.close() }
        #expect(
            RouteFinder(.make(server.url)).failure()
                == "get a route from OSRM at \(server.url): its answer has more than 1 MiB; ask for a shorter journey")
    }

    @Test func `redirects are not followed`() throws {
        let server = try FakeServer(
            .raw("HTTP/1.1 302 Found\r\nLocation: https://user:word@else.test/route?key=1\r\nContent-Length: 0\r\n\r\n")
        )
        defer { server.close() }
        #expect(
            RouteFinder(.make(server.url)).failure()
                == "get a route from OSRM at \(server.url): it redirects to https://else.test/route; set router.url to "
                + "the final address")
        #expect(server.questions.count == 1)
    }

    @Test(
        arguments: [
            (400, Answers.noRoad, "it refused with error 171: No suitable edges near location; no road is near enough"),
            (
                400, Answers.noSegment,
                "it refused with NoSegment: Could not find a matching segment for coordinate 0; no"
            ),
            (500, "<h1>Out of \u{1B}[31mtiles</h1>", "it answered with HTTP 500: <h1>Out of [31mtiles</h1>"),
            (401, "", "it answered with HTTP 401; give the key of the service in NAVBUS_ROUTER_KEY"),
            (404, "not found", "it answered with HTTP 404: not found; is router.url right, and router.engine?"),
            (429, "", "it answered with HTTP 429; the service allows fewer requests"),
            (200, "<html>", "use the answer of OSRM at "),
            (200, "", "use the answer of OSRM at "),
            (200, #"{"code":"Ok","routes":[]}"#, "use the answer of OSRM at "),
        ])
    func `a refusal has the message of the engine and advice`(status: Int, body: String, words: String) throws {
        let server = try FakeServer(.answer(status, body))
        defer { server.close() }
        let failure = RouteFinder(.make(server.url)).failure()
        #expect(failure?.contains(words) == true, "\(failure ?? "")")
    }

    @Test(
        arguments: ["\u{0}\u{1}garbage\r\n\r\n", "HTTP/9.9 abc\r\n\r\n", "\r\n\r\n", "{}"])
    func `an answer that is not HTTP is an error`(bytes: String) throws {
        let server = try FakeServer(.raw(bytes))
        defer { server.close() }
        let failure = RouteFinder(.make(server.url, timeout: 3)).failure()
        #expect(failure?.contains("OSRM at \(server.url)") == true, "\(failure ?? "")")
    }

    @Test func `https to a server without a certificate is an error`() throws {
        let server = try FakeServer(.raw("HTTP/1.1 200 OK\r\n\r\n"))
        defer { server.close() }
        let url = "https://127.0.0.1:\(server.port)"
        let failure = RouteFinder(.make(url, timeout: 3)).failure()
        #expect(failure?.hasPrefix("get a route from OSRM at \(url): ") == true, "\(failure ?? "")")
    }

    @Test func `keys and passwords are sent, and never shown`() throws {
        let server = try FakeServer(.answer(403, "the key s3cret is not valid"))
        defer { server.close() }
        let url = "http://me:word@127.0.0.1:\(server.port)/v1?token=t0ken"
        let failure = RouteFinder(.make(url, engine: .mapbox), key: "s3cret").failure() ?? ""
        #expect(failure.contains("Mapbox at http://127.0.0.1:\(server.port)/v1: it answered with HTTP 403: the key …"))
        for secret in ["s3cret", "word", "t0ken"] { #expect(!failure.contains(secret), "\(failure)") }
        let question = try #require(server.questions.first)
        #expect(
            question.line.hasPrefix("GET /v1/directions/v5/mapbox/driving/8.6900000,49.4100000;8.7000000,49.4200000?"))
        #expect(question.line.contains("token=t0ken") && question.line.contains("access_token=s3cret"))
        #expect(question.head.contains("Authorization: Basic bWU6d29yZA=="))
    }

    @Test func `secrets that a server repeats are hidden, in upper and lower case`() throws {
        let words = "S3CRET-KEY, user=me; password: wOrd t0ken%2Bsalt t0ken+salt, some words of meadows"
        for (status, body) in [(500, words), (400, #"{"code":"NoRoute","message":"\#(words)"}"#)] {
            let server = try FakeServer(.answer(status, body))
            defer { server.close() }
            let url = "http://me:word@127.0.0.1:\(server.port)/v1?token=t0ken%2Bsalt"
            let failure = RouteFinder(.make(url), key: "s3cret-key").failure() ?? ""
            #expect(failure.contains("…, user=…; password: … … …, some words of meadows"), "\(failure)")
        }
    }

    @Test func `the address of a redirect is shortened in the error`() throws {
        let place = "https://else.test/" + String(repeating: "x", count: 20_000)
        let server = try FakeServer(
            .raw("HTTP/1.1 302 Found\r\nLocation: \(place)\r\nContent-Length: 0\r\n\r\n"))
        defer { server.close() }
        let failure = RouteFinder(.make(server.url)).failure() ?? ""
        #expect(failure.contains("https://else.test/xxx") && failure.utf8.count < 600, "\(failure.utf8.count)")
    }

    @Test func `slow requests run at the same time, up to the number of connections`() throws {
        let server = try FakeServer(.stall(""))
        defer { server.close() }
        let finder = RouteFinder(.make(server.url, timeout: 20, connections: 24))
        let searches = (0..<24).map { _ in finder.find(.make()) { _ in } }
        #expect(eventually { server.questions.count == 24 }, "\(server.questions.count)")
        for search in searches { search.cancel() }
    }

    @Test func `a cancelled search does not call back`() throws {
        let server = try FakeServer(.stall(""))
        defer { server.close() }
        let outcome = Outcome()
        let running = RouteFinder(.make(server.url, timeout: 0.6)).find(.make()) { outcome.put($0) }
        #expect(eventually { server.questions.count == 1 })
        running.cancel()
        #expect(outcome.wait(seconds: 1) == nil)
    }
}
