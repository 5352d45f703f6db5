import Dashboard
import Foundation
import NavigationControl
import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Web

@Suite("The web server")
struct WebServerTests {
    @Test func `the page has a policy without other servers`() throws {
        let web = try RunningWeb()
        let answer = try web.ask("/")
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix("<!DOCTYPE html>"))
        #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
        #expect(answer.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["referrer-policy"] == "no-referrer")
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["access-control-allow-origin"] == nil)
    }

    @Test func `HEAD gets no body`() throws {
        let web = try RunningWeb()
        for path in ["/", "/events", "/health"] {
            let wire = try web.wire()
            wire.get(path, method: "HEAD", headers: ["Connection: close"])
            let answer = try wire.answer(isHead: true)
            #expect(answer.status == 200)
            #expect(try wire.rest().isEmpty)
        }
    }

    @Test(arguments: [
        ("/nothing", 404), ("/spoken/../../etc/passwd", 404), ("/spoken/%2e%2e%2f%2e%2e%2fetc%2fpasswd", 404),
        ("/spoken/7-1.wav", 404), ("/route/1.json", 404), ("http://evil.example/", 404), ("*", 404),
        ("/events/..", 404), ("/%00", 404), ("/events%00", 404), ("/health%00.json", 404), ("/%2500", 404),
    ])
    func `an unknown path gets an explanation`(path: String, status: Int) throws {
        let answer = try RunningWeb().ask(path)
        #expect(answer.status == status)
        #expect(answer.text.hasSuffix(".\n"))
        #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"])
    func `other methods get an explanation`(
        method: String
    ) throws {
        let answer = try RunningWeb().ask("/", method: method, headers: ["Content-Length: 0"])
        #expect(answer.status == 405)
        #expect(answer.headers["allow"] == "GET, HEAD")
    }

    @Test func `a large POST is refused without reading its body`() throws {
        let wire = try RunningWeb().wire()
        wire.get("/", method: "POST", headers: ["Content-Length: 1000000000"])
        #expect(try wire.answer().status == 405)
    }

    @Test func `an unknown host is refused`() throws {
        let answer = try RunningWeb().ask("/events", host: "evil.example")
        #expect(answer.status == 403)
        #expect(answer.text.contains("names"))
    }

    @Test func `a request without the token gets an explanation`() throws {
        let web = try RunningWeb(["token": .text("0123456789abcdef")])
        #expect(try web.ask("/").status == 401)
        #expect(try web.ask("/?token=0123456789abcdeF").status == 401)
        let welcome = try web.ask("/?token=0123456789abcdef")
        #expect(welcome.status == 303)
        #expect(welcome.headers["location"] == "/")
        let cookie = try #require(welcome.headers["set-cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let shown = "Cookie: theme=dark; \(cookie.prefix { $0 != ";" })"
        #expect(try web.ask("/", headers: [shown]).status == 200)
        // Cookies of another navbus on the same host, and old cookies of this one, are ignored.
        let name = "navbus-token-\(web.port)"
        #expect(shown.contains("\(name)="))
        let many = "Cookie: navbus-token-1=abcdefghijklmnop; \(name)=of-the-run-before; \(name)=0123456789abcdef"
        #expect(try web.ask("/", headers: [many]).status == 200)
        #expect(try web.ask("/", headers: ["Cookie: navbus-token-1=0123456789abcdef"]).status == 401)
        #expect(try web.ask("/health", headers: ["Authorization: Bearer 0123456789abcdef"]).status == 200)
        #expect(web.lines.all.allSatisfy { !$0.contains("0123456789abcdef") })
    }

    @Test func `only the page of a listed origin reads the state`() throws {
        let web = try RunningWeb([
            "token": .text("0123456789abcdef"), "allowedOrigins": .list(["https://Dashboard.example"]),
        ])
        let (listed, other) = ("Origin: https://dashboard.example", "Origin: https://evil.example")
        let address = "/events?token=0123456789abcdef"
        let stream = try web.ask(address, headers: [listed, "Sec-Fetch-Site: cross-site"])
        #expect(stream.status == 200 && stream.headers["content-type"] == "text/event-stream")
        #expect(stream.headers["access-control-allow-origin"] == "https://dashboard.example")
        #expect(stream.headers["vary"] == "Origin" && stream.headers["access-control-allow-credentials"] == nil)
        let refused = try web.ask("/events", headers: [listed])
        #expect(refused.status == 401)
        #expect(refused.headers["access-control-allow-origin"] == "https://dashboard.example")
        for (path, headers) in [
            (address, [other]), (address, []), ("/events", [other, "Authorization: Bearer 0123456789abcdef"]),
        ] {
            let answer = try web.ask(path, headers: headers)
            #expect(answer.status == (path == address ? 401 : 200))
            #expect(answer.headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
        }
        #expect(try web.ask("/", headers: [listed]).headers["access-control-allow-origin"] == nil)
    }

    @Test func `a preflight is answered to listed origins only`() throws {
        let web = try RunningWeb([
            "token": .text("0123456789abcdef"), "allowedOrigins": .list(["http://localhost:3000"]),
        ])
        let asked = ["Access-Control-Request-Method: GET", "Access-Control-Request-Headers: authorization, x-other"]
        let answer = try web.ask("/events", method: "OPTIONS", headers: asked + ["Origin: http://localhost:3000"])
        #expect(answer.status == 204)
        #expect(answer.headers["access-control-allow-origin"] == "http://localhost:3000")
        #expect(answer.headers["access-control-allow-methods"] == "GET, HEAD")
        #expect(answer.headers["access-control-allow-headers"] == "Authorization, Cache-Control, Last-Event-ID")
        for origin in ["http://localhost:3001", "http://evil.example", "null"] {
            let refused = try web.ask("/events", method: "OPTIONS", headers: asked + ["Origin: \(origin)"])
            #expect(refused.status == 405)
            #expect(refused.headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
        }
    }

    @Test func `a full server refuses the page of a listed origin legibly`() throws {
        let web = try RunningWeb(["allowedOrigins": .list(["http://localhost:3000"])])
        let watchers = try (0..<ServerLoop.maxStreams.perAddress).map { _ in try web.watcher() }
        let answer = try web.ask("/events", headers: ["Origin: http://localhost:3000"])
        #expect(answer.status == 503 && watchers.count == ServerLoop.maxStreams.perAddress)
        #expect(answer.headers["access-control-allow-origin"] == "http://localhost:3000")
    }

    @Test func `several requests may use one connection`() throws {
        let web = try RunningWeb()
        let wire = try web.wire()
        for _ in 0..<50 {
            wire.get("/health")
            #expect(try wire.answer().status == 200)
        }
    }

    @Test func `pipelined requests are answered in order`() throws {
        let wire = try RunningWeb().wire()
        for path in ["/health", "/nothing", "/"] { wire.get(path) }
        #expect(try [wire.answer(), wire.answer(), wire.answer()].map(\.status) == [200, 404, 200])
    }

    @Test func `the old version of HTTP is supported`() throws {
        let wire = try RunningWeb().wire()
        wire.send("GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        #expect(try wire.answer().status == 200)
        #expect(try wire.rest().isEmpty)
    }

    @Test func `the health check answers`() throws {
        let web = try RunningWeb()
        web.driver.deliver(.navigation(.make()))
        let watcher = try web.watcher()
        _ = try watcher.state()
        let data = Data(try web.ask("/health").body)
        let health = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(health["alive"] as? Bool == true)
        #expect(health["viewers"] as? Int == 1)
        #expect(health["phase"] as? String == "guiding")
    }

    @Test func `the server listens on IPv6`() throws {
        let web = try RunningWeb(["listen": .text("[::1]:0")])
        let wire = try RawConnection(port: web.port, isIPv6: true)
        wire.get("/health", host: "[::1]:\(web.port)")
        #expect(try wire.answer().status == 200)
        #expect(web.lines.all == ["http://[::1]:\(web.port)/"])
    }

    @Test func `both forms of the address reach the server`() throws {
        let web = try RunningWeb(["listen": .text("[::]:0"), "token": .text("0123456789abcdef")])
        let shown = ["Authorization: Bearer 0123456789abcdef"]
        for host in ["127.0.0.1", "[::ffff:127.0.0.1]", "[::1]"] {
            #expect(try web.ask("/health", host: "\(host):\(web.port)", headers: shown).status == 200)
        }
    }

    @Test func `the control detects that the server answers`() throws {
        let web = try RunningWeb()
        for _ in 0..<3 * DashboardMailbox.maxUnansweredCalls {
            web.driver.deliver(status: nil)
            try expectEventually { web.driver.control.server?.isAnswering == true }
            #expect(web.driver.stall == nil)
        }
    }

    @Test func `the control reports a hung server`() throws {
        // No server takes the content.
        let mailbox = try DashboardMailbox(Dashboard())
        for _ in 1..<DashboardMailbox.maxUnansweredCalls { mailbox.call() }
        #expect(!mailbox.isHung)
        mailbox.call()
        #expect(mailbox.isHung)
        _ = mailbox.take(isWatched: false)
        #expect(!mailbox.isHung)
    }

    @Test func `the lines of the current and the previous route are served`() throws {
        let web = try RunningWeb()
        web.driver.deliver(.navigationStarted(.make()))
        let watcher = try web.watcher()
        _ = try watcher.state { ($0["route"] as? [String: Any])?["number"] as? Int == 1 }
        let answer = try web.ask("/route/1.json")
        let line = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
        #expect((line["points"] as? [[Double]])?.count == 2)
        #expect(((line["stopovers"] as? [[String: Any]])?.first)?["name"] as? String == "Schloss")
        #expect(((line["stopovers"] as? [[String: Any]])?.first)?["longitudeDegrees"] as? Double == 8.6898)
        web.driver.deliver(.navigationStarted(.make(id: "other")))
        _ = try watcher.state { ($0["route"] as? [String: Any])?["number"] as? Int == 2 }
        #expect(try web.ask("/route/2.json").status == 200)
        #expect(try web.ask("/route/1.json").status == 200)
        #expect(try web.ask("/route/3.json").status == 404)
    }

    @Test func `the picture of the open page of a book is served, unless it could contain a script`() throws {
        func report(_ mediaType: String, _ number: UInt64) -> ControlReport {
            ControlReport(
                control: "speech", kind: .began, effect: "page", text: "1: The ferry.", processID: 41,
                effectNumber: number,
                picture: ReportedPicture(mediaType: mediaType, widthPoints: 4, heightPoints: 3, data: [1, 2, 3]))
        }
        let web = try RunningWeb()
        let watcher = try web.watcher()
        web.driver.deliver(.control(report("image/png", 7)))
        let page = try watcher.state { $0["page"] is [String: Any] }["page"] as? [String: Any]
        #expect((page?["picture"] as? [String: Any])?["widthPoints"] as? Double == 4)
        let answer = try web.ask("/picture/41-7")
        #expect(answer.status == 200 && answer.body == [1, 2, 3] && answer.headers["content-type"] == "image/png")
        #expect(try web.ask("/picture/41-8").status == 404)
        web.driver.deliver(.control(report("image/svg+xml", 8)))
        let later = try watcher.state { ($0["page"] as? [String: Any])?["effectNumber"] as? Int == 8 }
        #expect((later["page"] as? [String: Any])?["picture"] is NSNull)
        #expect(try web.ask("/picture/41-8").status == 404)
    }

    @Test func `sounds are served as a whole and in ranges`() throws {
        let folder = try TemporaryFolder()
        try folder.write("RIFF0123456789", to: "7-7.wav")
        try folder.write("secret", to: "secret")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/7-8.wav", withDestinationPath: folder.path + "/secret")
        mkfifo(folder.path + "/7-9.wav", 0o600)
        let web = try RunningWeb(["spoken": .text(folder.path)])
        let whole = try web.ask("/spoken/7-7.wav")
        #expect(whole.status == 200 && whole.text == "RIFF0123456789")
        #expect(whole.headers["content-type"] == "audio/wav" && whole.headers["accept-ranges"] == "bytes")
        let part = try web.ask("/spoken/7-7.wav", headers: ["Range: bytes=4-7"])
        #expect(part.status == 206 && part.text == "0123")
        #expect(part.headers["content-range"] == "bytes 4-7/14")
        let beyond = try web.ask("/spoken/7-7.wav", headers: ["Range: bytes=14-"])
        #expect(beyond.status == 416 && beyond.headers["content-range"] == "bytes */14")
        #expect(try web.ask("/spoken/7-7.wav", headers: ["Range: bytes=x"]).status == 200)
        #expect(try web.ask("/spoken/7-8.wav").status == 404)
        #expect(try web.ask("/spoken/7-9.wav").status == 404)
    }
}
