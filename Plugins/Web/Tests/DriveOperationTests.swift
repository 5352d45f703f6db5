import NavigationEvents
import RouteRequests
import Testing

@testable import Web

@Suite("Operations on the drive")
struct DriveOperationTests {
    private func read(_ name: DriveOperation.Name, _ text: String) -> DriveOperation? {
        DriveOperation(name, Array(text.utf8))
    }

    private static let stop = #"{"title":"Plöck","latitudeDegrees":49.41,"longitudeDegrees":8.69}"#

    @Test func `a request for routes has stops, mode and avoidances`() throws {
        let text = #"{"stops":[\#(Self.stop)],"mode":"bicycle","avoid":["ferries","tolls"],"add":true}"#
        guard case .routes(let wish)? = read(.routes, text) else {
            Issue.record("\(text) is no request")
            return
        }
        #expect(wish.stops.map(\.title) == ["Plöck"] && wish.mode == .bicycle && wish.isAddition)
        #expect(wish.avoided == [.ferries, .tolls])
        #expect(wish.stops[0].position == Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69))
    }

    @Test(arguments: [
        "", "[]", "null", "{}", #"{"stops":[]}"#, #"{"stops":"x"}"#, #"{"stops":[{"title":"x"}]}"#,
        #"{"stops":[{"title":"","latitudeDegrees":1,"longitudeDegrees":1}]}"#,
        #"{"stops":[{"title":"x","latitudeDegrees":91,"longitudeDegrees":1}]}"#,
        #"{"stops":[{"title":"x","latitudeDegrees":1e999,"longitudeDegrees":1}]}"#,
        #"{"stops":[\#(stop)],"mode":"boat"}"#, #"{"stops":[\#(stop)],"mode":7}"#,
        #"{"stops":[\#(stop)],"avoid":["people"]}"#, #"{"stops":[\#(stop)],"avoid":["tolls","tolls"]}"#,
    ])
    func `a request for routes that lacks a part is refused`(text: String) {
        #expect(read(.routes, text) == nil)
    }

    @Test func `texts and numbers have bounds`() {
        let long = String(repeating: "x", count: DriveOperation.maxTextScalars)
        #expect(read(.search, #"{"text":"\#(long)"}"#) == .search(long))
        #expect(read(.search, #"{"text":"\#(long)x"}"#) == nil)
        #expect(read(.search, #"{"text":1}"#) == nil)
        let many = Array(repeating: Self.stop, count: DriveOperation.maxStops).joined(separator: ",")
        #expect(read(.routes, #"{"stops":[\#(many)]}"#) != nil)
        #expect(read(.routes, #"{"stops":[\#(many),\#(Self.stop)]}"#) == nil)
        #expect(read(.start, #"{"offer":"a","route":2}"#) == .start(offer: "a", route: 2))
        for route in ["-1", "10", "0.5", "1e300", "\"1\"", "null"] {
            #expect(read(.start, #"{"offer":"a","route":\#(route)}"#) == nil)
        }
        #expect(read(.start, #"{"offer":"\#(long)","route":0}"#) == nil)
        #expect(read(.stop, #"{"x":"\#(String(repeating: "x", count: DriveOperation.maxBodyBytes))"}"#) == nil)
    }

    @Test func `erasing everything is asked for explicitly`() {
        #expect(read(.erase, "{}") == nil && read(.erase, #"{"all":false}"#) == nil)
        #expect(read(.erase, #"{"all":true}"#) == .erase(id: nil))
        #expect(read(.erase, #"{"id":"a"}"#) == .erase(id: "a"))
    }

    @Test(arguments: [
        "/drive/", "/drive/x", "/drive/start/", "/drive/../start", "/drive/START", "/drivestart", "drive/start",
    ])
    func `a path of another name is no operation`(path: String) {
        #expect(DriveOperation.Name(path: path) == nil)
        #expect(DriveOperation.Name(path: "/drive/start") == .start)
    }

    @Test func `hostile names are short plain text`() throws {
        let names = [
            "<script>alert(1)</script>", "Gasse\u{202E}gnirts", "Zeile\u{0}\u{85}\u{9}\nzwei",
            String(repeating: "lang", count: 2500), String(repeating: "e\u{301}", count: 5000),
        ]
        for name in names {
            let place = try #require(
                KeptPlace(
                    title: name, surroundings: name, position: Coordinate(latitudeDegrees: 1, longitudeDegrees: 1)))
            for text in [place.title, place.surroundings] {
                #expect((1...121).contains(text.unicodeScalars.count))
                #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E || $0.value == 0x85 })
            }
        }
    }

    @Test func `a person is never limited, a flood is`() {
        var budget = RequestBudget()
        #expect((0..<200).allSatisfy { budget.take(at: Double($0) * 0.2) })
        var taken = 0
        for index in 0..<10_000 where budget.take(at: 100 + Double(index) / 1000) { taken += 1 }
        #expect((125...135).contains(taken), "\(taken) of 10 seconds")
    }
}

@Suite("Access to operations on the drive")
struct DriveAccessTests {
    private static let token = "0123456789abcdef"
    private let check = AccessCheck(token: token, isDriving: true)

    private func request(_ change: (inout BrowserRequest) -> Void = { _ in }) -> BrowserRequest {
        var request = BrowserRequest(
            "POST", "/drive/start", cookies: [Self.token], origin: "http://127.0.0.1:8960", site: "same-origin",
            mediaType: "application/json", length: "10")
        change(&request)
        return request
    }

    private func status(_ check: AccessCheck, _ request: BrowserRequest) -> Int {
        if case .refusal(let status, _) = check.answer(to: request) { status } else { 200 }
    }

    @Test func `the page itself may begin a drive`() {
        #expect(check.answer(to: request()) == .drive(.start))
        #expect(check.answer(to: request { $0.site = nil }) == .drive(.start))
    }

    @Test func `no other page may, even with the cookie`() throws {
        for site in ["cross-site", "same-site", "none"] { #expect(status(check, request { $0.site = site }) == 403) }
        let origins = ["https://evil.example", "http://127.0.0.1:8961", "null", "", "http://localhost:8960"]
        for origin in origins { #expect(status(check, request { $0.origins = [origin] }) == 403, "\(origin)") }
        #expect(status(check, request { $0.origins = [] }) == 403)
        #expect(status(check, request { $0.origins.append("http://127.0.0.1:8960") }) == 403)
        #expect(status(check, request { $0.hosts = ["evil.example"] }) == 403)
        // A page that may read the state may not begin a drive.
        let listing = AccessCheck(
            origins: try AllowedOrigins(["https://dashboard.example"]), token: Self.token, isDriving: true)
        for name in DriveOperation.Name.allCases {
            let other = request {
                ($0.path, $0.origins, $0.site) = (
                    "/drive/\(name.rawValue)", ["https://dashboard.example"], "cross-site"
                )
                $0.token = Self.token
            }
            #expect(status(listing, other) == 403)
        }
    }

    @Test func `the token is needed, and not in the address`() {
        for cookies in [[], [""], ["0123456789abcdeF"]] {
            #expect(status(check, request { $0.cookies = cookies }) == 401)
        }
        #expect(status(check, request { ($0.cookies, $0.token) = ([], Self.token) }) == 401)
        #expect(status(check, request { ($0.cookies, $0.authorization) = ([], "Bearer \(Self.token)") }) == 200)
    }

    @Test func `a form of another kind and a large body are refused`() {
        for type in [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            #expect(status(check, request { $0.mediaType = type }) == 415)
        }
        for length in ["8193", "99999999999999999999", "x"] {
            #expect(status(check, request { $0.length = length }) == 413)
        }
    }

    @Test func `a page that only shows drives refuses`() throws {
        #expect(status(AccessCheck(token: Self.token), request()) == 403)
        for method in ["GET", "HEAD"] { #expect(status(check, request { $0.method = method }) != 200) }
        var settings = WebSettings()
        #expect(try WebAccess(settings).isDriving)
        settings.drives = false
        #expect(try !WebAccess(settings).isDriving)
        (settings.drives, settings.token) = (true, WebAccess.noToken)
        #expect(try !WebAccess(settings).isDriving)
    }
}
