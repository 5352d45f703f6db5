import HTTPServer
import NavigationControl
import Platform
import TestSupport
import Testing

@testable import Web

@Suite("Access to the page")
struct AccessCheckTests {
    private let open = AccessCheck()
    private let closed = AccessCheck(names: ["handlebar.local"], token: "0123456789abcdef")

    private func status(_ answer: RequestDecision) -> Int {
        if case .refusal(let status, _) = answer { status } else { 200 }
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8960", "localhost:8960", "LOCALHOST", "localhost.", "[::1]:8960", "127.3.2.1",
    ])
    func `a browser on this machine is allowed`(host: String) {
        #expect(open.answer(to: BrowserRequest("GET", "/", host: host)) == .page)
    }

    @Test(arguments: [
        "evil.example", "evil.example:8960", "127.0.0.1.evil.example", "10.0.0.5", "[fe80::1]", "[::ffff:10.0.0.5]",
        "handlebar.local",
    ])
    func `an unknown host name of this machine is refused`(host: String) {
        #expect(status(open.answer(to: BrowserRequest("GET", "/", host: host))) == 403)
    }

    @Test(arguments: [
        nil, "", ":", "::1", "[::1", "[127.0.0.1]", "a b", "localhost:", "localhost:http", "localhost:123456", "x/y",
    ])
    func `an invalid host is an error`(host: String?) {
        #expect(status(open.answer(to: BrowserRequest("GET", "/", host: host))) == 400)
    }

    @Test(arguments: ["127.0.0.1:80", "localhost:1", "[::1]:8961", "127.3.2.1:65535"])
    func `another port is refused`(host: String) {
        let accessCheck = AccessCheck(port: 8960)
        #expect(status(accessCheck.answer(to: BrowserRequest("GET", "/", host: host))) == 421)
        #expect(accessCheck.answer(to: BrowserRequest("GET", "/", host: "localhost:8960")) == .page)
        #expect(accessCheck.answer(to: BrowserRequest("GET", "/", host: "localhost")) == .page)
    }

    @Test func `two Host headers are an error`() {
        var request = BrowserRequest("GET", "/", host: "127.0.0.1")
        request.hosts.append("127.0.0.1")
        #expect(status(open.answer(to: request)) == 400)
    }

    @Test func `the local address of the connection is allowed`() {
        let request = BrowserRequest("GET", "/", host: "192.168.1.5:8960", localAddress: IPAddress("192.168.1.5"))
        #expect(open.answer(to: request) == .page)
    }

    @Test func `a configured name is allowed`() {
        let request = BrowserRequest("GET", "/", cookies: ["0123456789abcdef"], host: "Handlebar.local:8960")
        #expect(closed.answer(to: request) == .page)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "get", ""])
    func `methods other than GET and HEAD are refused`(method: String) {
        #expect(status(open.answer(to: BrowserRequest(method, "/"))) == 405)
    }

    @Test(arguments: ["/", "/events", "/route/1.json", "/spoken/7-1.wav", "/picture/7-1", "/health", "/nothing"])
    func `without the token every path is refused`(path: String) {
        for cookies in [[], [""], ["0123456789abcde", "0123456789abcdeF"], ["0123456789abcdef0"]] {
            #expect(status(closed.answer(to: BrowserRequest("GET", path, cookies: cookies))) == 401)
        }
        #expect(status(closed.answer(to: BrowserRequest("GET", path, token: "wrong"))) == 401)
    }

    @Test func `a token in the URL becomes a cookie`() {
        #expect(closed.answer(to: BrowserRequest("GET", "/", token: "0123456789abcdef")) == .login)
        #expect(status(closed.answer(to: BrowserRequest("GET", "/events", token: "0123456789abcdef"))) == 401)
    }

    @Test func `any of several cookies may have the token`() {
        let request = BrowserRequest("GET", "/events", cookies: ["of-another-run-of-this-server", "0123456789abcdef"])
        #expect(closed.answer(to: request) == .events)
    }

    @Test func `both forms of an address are equal`() {
        #expect(IPAddress("::ffff:192.168.1.5") == IPAddress("192.168.1.5"))
        #expect(IPAddress("::ffff:192.168.1.5")?.text == "192.168.1.5")
        #expect(IPAddress("fd00::5")?.textInURL == "[fd00::5]")
        let request = BrowserRequest("GET", "/", host: "[::ffff:192.168.1.5]", localAddress: IPAddress("192.168.1.5"))
        #expect(open.answer(to: request) == .page)
    }

    @Test func `the token is accepted as a bearer token`() {
        let request = BrowserRequest("GET", "/health", authorization: "Bearer 0123456789abcdef")
        #expect(closed.answer(to: request) == .health)
        #expect(
            status(closed.answer(to: BrowserRequest("GET", "/health", authorization: "Basic 0123456789abcdef"))) == 401)
    }

    @Test func `other sites are refused but may link to the page`() {
        #expect(status(open.answer(to: BrowserRequest("GET", "/events", site: "cross-site"))) == 403)
        #expect(status(open.answer(to: BrowserRequest("GET", "/spoken/7-1.wav", site: "same-site"))) == 403)
        #expect(open.answer(to: BrowserRequest("GET", "/", site: "cross-site")) == .page)
        #expect(open.answer(to: BrowserRequest("GET", "/events", site: "same-origin")) == .events)
    }

    private func sharing(_ origins: String..., token: String? = "0123456789abcdef") throws -> AccessCheck {
        AccessCheck(origins: try AllowedOrigins(origins), token: token)
    }

    @Test func `a page of a listed origin needs the token`() throws {
        let check = try sharing("https://dashboard.example")
        var request = BrowserRequest("GET", "/events", origin: "https://dashboard.example", site: "cross-site")
        #expect(status(check.answer(to: request)) == 401)
        request.token = "0123456789abcdeF"
        #expect(status(check.answer(to: request)) == 401)
        request.token = "0123456789abcdef"
        #expect(check.answer(to: request) == .events)
        request.path = "/route/1.json"
        #expect(check.answer(to: request) == .route(1))
        (request.token, request.authorization) = (nil, "Bearer 0123456789abcdef")
        #expect(check.answer(to: request) == .route(1))
        // Without a token for this server, the origin suffices.
        (request.authorization, request.path) = (nil, "/events")
        #expect(try sharing("https://dashboard.example", token: nil).answer(to: request) == .events)
    }

    @Test(arguments: [
        "https://evil.example", "http://dashboard.example", "https://dashboard.example:8443",
        "https://dashboard.example.",
        "https://dashboard.example/", "https://dashboard.example.evil.example", "https://DASHBOARD.example", "null",
        "*", "",
    ])
    func `another origin is refused and named in no header`(origin: String) throws {
        let check = try sharing("https://dashboard.example")
        var request = BrowserRequest("GET", "/events", token: "0123456789abcdef", origin: origin)
        #expect(status(check.answer(to: request)) == 401)
        #expect(check.origins.headers(for: request).isEmpty)
        request.site = "cross-site"
        #expect(status(check.answer(to: request)) == 403)
        request.method = "OPTIONS"
        #expect(status(check.answer(to: request)) == 405)
    }

    @Test func `two origins, and the page itself, get no permission`() throws {
        let check = try sharing("https://dashboard.example")
        var request = BrowserRequest("GET", "/events", token: "0123456789abcdef", origin: "https://dashboard.example")
        request.origins.append("https://dashboard.example")
        #expect(check.origins.headers(for: request).isEmpty && status(check.answer(to: request)) == 401)
        request = BrowserRequest("OPTIONS", "/", origin: "https://dashboard.example")
        #expect(check.origins.headers(for: request).isEmpty && status(check.answer(to: request)) == 405)
    }

    @Test(arguments: [
        "/spoken/../../etc/passwd", "/spoken/..%2f7-1.wav", "/spoken/7-1.wav/..", "/spoken/7-01.wav",
        "/spoken/7-+1.wav", "/spoken/07-1.wav", "/spoken/+7-1.wav", "/spoken/-7-1.wav", "/spoken/-1.wav",
        "/spoken/7-.wav", "/spoken/1.wav", "/spoken/7-1-1.wav", "/spoken/.wav", "/spoken/7-1.WAV",
        "/spoken/7-99999999999999999999.wav", "/spoken/2147483648-1.wav", "/spoken/7-1 .wav", "/route/-1.json",
        "/route/1.wav", "/route/x.json", "/route/18446744073709551615.json", "//", "/page.html", "/events/", "",
    ])
    func `only numbers are valid names of files`(path: String) {
        #expect(status(open.answer(to: BrowserRequest("GET", path))) == 404)
    }

    @Test func `routes and utterances have numbers`() {
        #expect(RequestDecision(path: "/route/12.json") == .route(12))
        #expect(RequestDecision(path: "/spoken/4711-7.wav") == .spoken(UtteranceID(processID: 4711, effectNumber: 7)))
        let last = UtteranceID(processID: .max, effectNumber: .max)
        #expect(RequestDecision(path: "/spoken/2147483647-18446744073709551615.wav") == .spoken(last))
    }

    @Test func `every request gets an answer`() {
        var generator = SplitMix64.announced(for: "requests")
        let pieces = [
            "/", "spoken", "route", ".wav", ".json", "1", "18446744073709551616", "..", "%", ":", "[", "]", "::", ".",
            "-",
            "bytes=", ",", "localhost", "127.0.0.1", "é", "\u{0}", " ", "Bearer", "events", "0123456789abcdef", "+",
            "🚲",
        ]
        func words() -> String {
            (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
        }
        for _ in 0..<20_000 {
            let request = BrowserRequest(
                generator.chance(4) ? words() : "GET", "/" + words(), token: words(), cookies: [words()],
                authorization: words(), host: generator.chance(2) ? words() : "localhost", range: words(), site: words()
            )
            if status(closed.answer(to: request)) == 200 {
                let shown = request.cookies + [request.token, request.authorization].compactMap(\.self)
                #expect(shown.contains { $0.contains("0123456789abcdef") }, "\(request)")
            }
            if case .part(let part) = ByteRange(header: request.range, size: 100) {
                #expect(!part.isEmpty && part.upperBound <= 100)
            }
            _ = try? ListenAddress(setting: words())
        }
    }

    @Test func `created tokens are long and distinct`() {
        let tokens = (0..<100).map { _ in AccessToken.random() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { AccessToken.isValid($0) && $0.count == 32 })
    }
}
