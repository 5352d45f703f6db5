import Dashboard
import Foundation
import HTTPServer
import NavigationControl
import NavigationEvents
import Pictures
import Regions
import Synchronization
import TestSupport
import Testing

@testable import Web

@Suite("Operations on the drive over HTTP", .timeLimit(.minutes(2)))
struct DriveServerTests {
    private static let token = "0123456789abcdef"

    private func headers(_ web: RunningWeb, length: Int, _ more: [String] = []) -> [String] {
        [
            "Origin: http://127.0.0.1:\(web.port)", "Content-Type: application/json", "Content-Length: \(length)",
            "Authorization: Bearer \(Self.token)",
        ] + more
    }

    private func post(_ web: RunningWeb, _ wire: RawConnection, _ name: String, _ body: String) {
        // In one segment: a second one would wait for the acknowledgement of the first.
        let head = ["POST /drive/\(name) HTTP/1.1", "Host: 127.0.0.1:\(web.port)"]
        wire.send((head + headers(web, length: body.utf8.count)).joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    @Test func `a position in the search field is a place, and the connection serves further requests`() throws {
        let web = try RunningWeb(["token": .text(Self.token)])
        let wire = try web.wire()
        for _ in 0..<3 {
            post(web, wire, "search", #"{"text":"49.41, 8.69"}"#)
            let answer = try wire.answer()
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/json")
            let content = try #require(JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
            #expect((content["places"] as? [[String: Any]])?.first?["latitudeDegrees"] as? Double == 49.41)
        }
    }

    @Test func `wrong requests are refused, and the page is served`() throws {
        let web = try RunningWeb(["token": .text(Self.token)])
        for (name, body, status) in [("search", "{", 400), ("start", "{}", 400), ("fly", "{}", 405)] {
            let wire = try web.wire()
            post(web, wire, name, body)
            #expect(try wire.answer().status == status)
        }
        let wire = try web.wire()
        wire.get(
            "/drive/search", method: "POST", host: "127.0.0.1:\(web.port)",
            headers: headers(web, length: 9000))
        #expect(try wire.answer().status == 413)
        // A body that is longer than announced by chunks ends the connection.
        let chunked = try web.wire()
        chunked.get(
            "/drive/search", method: "POST", host: "127.0.0.1:\(web.port)",
            headers: headers(web, length: 0).filter { !$0.hasPrefix("Content-Length") } + ["Transfer-Encoding: chunked"]
        )
        for _ in 0..<20 { chunked.send("400\r\n" + String(repeating: "x", count: 1024) + "\r\n") }
        try chunked.wait { $0.isEnded }
        #expect(try web.ask("/health", headers: ["Authorization: Bearer \(Self.token)"]).status == 200)
    }

    @Test func `a flood is refused and does not delay the page`() throws {
        let web = try RunningWeb(["token": .text(Self.token)])
        let wire = try web.wire()
        var statuses: [Int: Int] = [:]
        let began = ContinuousClock.now
        for _ in 0..<200 {
            post(web, wire, "search", #"{"text":"1,1"}"#)
            statuses[try wire.answer().status, default: 0] += 1
        }
        let (served, refused) = (statuses[200] ?? 0, statuses[429] ?? 0)
        let seconds = (ContinuousClock.now - began) / .seconds(1)
        let limit = RequestBudget.maxCount + RequestBudget.perSecond * seconds + 1
        #expect(served >= Int(RequestBudget.maxCount) && Double(served) <= limit, "\(statuses) in \(seconds) s")
        #expect(served + refused == 200)
        #expect(try web.ask("/health", headers: ["Authorization: Bearer \(Self.token)"]).status == 200)
    }

    @Test func `a server that ends answers the operations that wait`() throws {
        // The channel of a control without a bus never replies.
        let web = try RunningWeb(["token": .text(Self.token)])
        let wires = try (0..<PendingOperations.maxCount).map { _ in try web.wire() }
        for wire in wires { post(web, wire, "stop", "{}") }
        // One more is refused while these wait.
        try expectEventually {
            let wire = try web.wire()
            post(web, wire, "stop", "{}")
            return try wire.answer().status == 429
        }
        // A browser that leaves does no harm.
        wires.first?.breakOff()
        web.driver.stop()
        for wire in wires.dropFirst() { #expect(try wire.answer().text.contains("noBus")) }
    }
}

@Suite("Operations on the drive")
struct DriveHandlerTests {
    /// A bus that answers each request with one reply.
    private struct FakeBus: RequestChannel {
        var reply = Reply.done
        let requests = Lines()

        func ask(_ request: (Session) -> Request, reply: (@Sendable (Reply) -> Void)?) {
            if case .stop = request(.main) { requests.add("stop") } else { requests.add("other") }
            reply?(self.reply)
        }
    }

    private let folder: TemporaryFolder
    private let bus = FakeBus()

    init() throws { folder = try TemporaryFolder() }

    private func handler(_ bus: FakeBus? = nil, isKept: Bool = true) -> DriveHandler {
        DriveHandler(
            bus: bus ?? self.bus, units: .metric,
            file: isKept ? PlaceFile(path: "\(folder.path)/places.json") { _ in } : nil,
            library: RegionLibrary(environment: ["NAVBUS_REGIONS": folder.path + "/regions"]), warn: { _ in })
    }

    private func reply(_ handler: DriveHandler, _ operation: DriveOperation, _ dashboard: Dashboard = Dashboard())
        async -> String
    {
        await withCheckedContinuation { continuation in
            handler.perform(operation, dashboard) { reply in
                guard case .bytes(let bytes) = reply.http.body else { return }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    private var place: KeptPlace {
        get throws {
            try #require(KeptPlace(title: "Plöck", position: Coordinate(latitudeDegrees: 49.4, longitudeDegrees: 8.7)))
        }
    }

    @Test func `without a region, the search says so`() async {
        #expect(await reply(handler(), .search("Plöck")).contains(#""problem":"noRegion""#))
        #expect(await !reply(handler(), .search("")).contains(#""id""#))
    }

    @Test func `a region that is damaged is named`() async throws {
        try folder.write("no manifest", to: "regions/town/region.json")
        #expect(await reply(handler(), .search("Plöck")).contains(#""problem":"badRegion""#))
    }

    @Test func `without a present position there is no route`() async throws {
        let wish = DriveOperation.Wish(stops: [try place])
        #expect(await reply(handler(), .routes(wish)).contains(#""problem":"noPosition""#))
        var dashboard = Dashboard()
        dashboard.update(.make(), at: Moment(seconds: Moment.now.seconds - 61))
        #expect(await reply(handler(), .routes(wish), dashboard).contains(#""problem":"noPosition""#))
    }

    @Test func `a page cannot start along a route that was not offered`() async {
        #expect(await reply(handler(), .start(offer: "x", route: 0)).contains(#""problem":"oldOffer""#))
        #expect(bus.requests.all.isEmpty)
    }

    @Test func `the reply of the bus is that of the page`() async {
        #expect(await reply(handler(), .stop) == "{}")
        #expect(bus.requests.all == ["stop"])
        let refusing = FakeBus(reply: .refused(RequestError(code: .unavailable, text: "<b>no\u{202E} bus</b>")))
        let text = await reply(handler(refusing), .skip)
        #expect(text.contains(#""problem":"noBus""#) && !text.contains("\u{202E}"))
    }

    @Test func `places that are not kept leave no file`() async throws {
        #expect(await reply(handler(isKept: false), .save(try place)).contains(#""problem":"notKept""#))
        #expect(await reply(handler(isKept: false), .places).contains(#""isKept":false"#))
        #expect(await reply(handler(), .save(try place)).contains("Plöck"))
        #expect(await reply(handler(), .places).contains("Plöck"))
        #expect(await !reply(handler(), .erase(id: nil)).contains("Plöck"))
    }

    @Test func `the page has words for every problem`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Page/words.js")
        let words = try String(contentsOf: file.standardized, encoding: .utf8)
        for problem in DriveReply.Problem.allCases { #expect(words.contains(" \(problem.rawValue): \""), "\(problem)") }
    }

    @Test func `offers are kept for a few choices`() throws {
        let offers = RouteOffers()
        let offer = RouteOffers.Offer(routes: [.make()], place: try place)
        let ids = (0..<5).map { _ in offers.add(offer) }
        #expect(ids.map { offers.offer($0) != nil } == [false, true, true, true, true])
    }
}
