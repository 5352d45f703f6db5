import Foundation
import NavigationEvents
import TestSupport
import Testing

@testable import Router

@Suite("The router on the command line", .timeLimit(.minutes(2)))
struct AskTests {
    private let router = BuiltProgram("navbus-router")
    private let places = ["--from", "49.41,8.69,90", "--to", "49.42,8.70"]

    @Test func `the output is the unchanged answer of the server`() throws {
        let server = try FakeServer(.answer(200, Answers.valhallaStatus), .answer(200, Answers.route))
        defer { server.close() }
        let outcome = try router.run(["ask", "--url", server.url, "--via", "49.415,8.695", "--mode", "foot"] + places)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == Answers.route)
        #expect(outcome.errors.isEmpty)
        #expect(server.questions.map(\.line) == ["GET /status HTTP/1.1", "POST /route HTTP/1.1"])
        #expect(server.questions.last?.body.contains("\"costing\":\"pedestrian\"") == true)
    }

    @Test func `the key comes from the environment or a file, and is sent to the server alone`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("  fromfile \nsecond line\n", to: "key")
        let server = try FakeServer(.answer(403, "fromfile fromenv"))
        defer { server.close() }
        let question = ["ask", "--url", server.url, "--engine", "graphhopper"] + places
        let environment = ["NAVBUS_ROUTER_KEY": "fromenv"]
        let one = try router.run(question, environment: environment)
        let two = try router.run(question + ["--key-file", file], environment: environment)
        #expect(
            server.questions.map(\.line) == ["POST /route?key=fromenv HTTP/1.1", "POST /route?key=fromfile HTTP/1.1"])
        #expect(one.errors.contains("HTTP 403: fromfile …"), "\(one.errors)")
        #expect(two.errors.contains("HTTP 403: … fromenv"), "\(two.errors)")
        let three = try router.run(question + ["--key-file", "\(folder.path)/none"])
        #expect(three.exitCode == 69)
        #expect(three.errors.contains("failed to read the key in \(folder.path)/none: No such file or directory; set"))
    }

    @Test(
        arguments: [
            ["--to", "1,2"], ["--from", "1", "--to", "1,2"], ["--from", "91,0", "--to", "1,2"],
            ["--from", "1,2,400", "--to", "1,2"], ["--from", "1,2", "--to", "1,2", "--mode", "boat"],
            ["--from", "1,2", "--to", "1,2", "--engine", "gogle"],
            ["--from", "1,2", "--to", "1,2", "--timeout", "nan"],
            ["--from", "1,2", "--to"], ["--nonsense", "1"],
            ["--from", "1,2", "--to", "1,2", "--alternatives", "4"],
            ["--from", "1,2", "--to", "1,2", "--avoid", "hills"],
        ])
    func `wrong arguments are reported`(arguments: [String]) throws {
        let outcome = try router.run(["ask"] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("navbus-router: ") && outcome.errors.hasSuffix("\n"), "\(outcome.errors)")
    }

    @Test func `the check prints in one line whether a server answers`() throws {
        let server = try FakeServer(.answer(200, Answers.valhallaStatus), .answer(200, "hello"))
        let good = try router.run(["check", "--url", server.url])
        #expect(good.exitCode == 0)
        #expect(good.output == "Valhalla answers at \(server.url)\n")
        let strange = try router.run(["check"], environment: ["NAVBUS_ROUTER": server.url])
        #expect(strange.exitCode == 69)
        #expect(strange.errors.contains("failed to find out what kind of routing server is at \(server.url)"))
        server.close()
        let gone = try router.run(["check", "--url", server.url])
        #expect(gone.exitCode == 69)
        #expect(gone.errors.contains("no server listens there"))
    }

    @Test func `the check sends key and password, and reports their refusal`() throws {
        let server = try FakeServer(.answer(401, "no entry for s3cret-key"), .answer(200, "hello"))
        defer { server.close() }
        let url = "http://me:word@127.0.0.1:\(server.port)"
        let environment = ["NAVBUS_ROUTER_KEY": "s3cret-key", "NAVBUS_ROUTER": url]
        let locked = try router.run(["check"], environment: environment)
        #expect(locked.exitCode == 69)
        #expect(
            locked.errors.contains("it answered with HTTP 401: no entry for …; give the key of the service"),
            "\(locked.errors)")
        let known = try router.run(["check", "--engine", "graphhopper"], environment: environment)
        #expect(known.output == "GraphHopper answers at http://127.0.0.1:\(server.port)\n")
        let questions = server.questions
        #expect(
            questions.map(\.line) == [
                "GET /status?api_key=s3cret-key HTTP/1.1", "GET /status?key=s3cret-key HTTP/1.1",
            ])
        #expect(questions.allSatisfy { $0.head.contains("Authorization: Basic bWU6d29yZA==") })
        #expect(try router.run(["check", "--engine", "gogle"]).exitCode == 64)
    }

    @Test func `a proxy of the environment is not used for this machine, and a dead one is reported`() throws {
        let server = try FakeServer(.answer(200, Answers.valhallaStatus))
        defer { server.close() }
        for proxy in ["http://127.0.0.1:9", "http://nowhere.invalid:9"] {
            let environment = ["http_proxy": proxy, "no_proxy": "", "NO_PROXY": ""]
            let near = try router.run(["check", "--url", server.url], environment: environment)
            #expect(near.exitCode == 0, "\(near.errors)")
            let far = try router.run(["check", "--url", "http://routes.invalid"], environment: environment)
            #expect(far.errors.contains("the proxy of the environment does not answer"), "\(far.errors)")
        }
        let none = ["http_proxy": "", "all_proxy": "", "ALL_PROXY": ""]
        let direct = try router.run(["check", "--url", "http://routes.invalid"], environment: none)
        #expect(
            direct.errors.contains("the host name is unknown, or this machine has no network; check the network"),
            "\(direct.errors)")
    }

    @Test func `spaces around the numbers of a position are accepted`() throws {
        let ask = try AskArguments(["--from", "49.41, 8.69, 90", "--to", " 49.42 , 8.70 "]) { _ in nil }
        #expect(ask.request.position == Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
        #expect(ask.request.courseDegrees == 90)
        #expect(ask.request.stopovers == [Coordinate(latitudeDegrees: 49.42, longitudeDegrees: 8.7)])
    }

    @Test func `the refusal of an invalid address does not show its secrets`() throws {
        let outcome = try router.run(["ask", "--url", "ftp://me:word@host/x?key=1"] + places)
        #expect(outcome.exitCode == 69)
        #expect(outcome.errors.contains("failed to use the address \"ftp://host/x\""), "\(outcome.errors)")
    }
}
