import Foundation
import HTTPServer
import NavigationControl
import NavigationEvents
import TestSupport
import Testing

@testable import Web

@Suite("Settings of the page")
struct WebSettingsTests {
    private func settings(_ values: [String: SettingValue] = [:]) throws -> WebAccess {
        try WebAccess(WebSettings(Settings(values)))
    }

    @Test func `the default page is on this machine only`() throws {
        let settings = try settings()
        #expect(settings.listen.isLoopback && settings.listen.port == 8960)
        #expect(settings.listen.url(port: 8960) == "http://127.0.0.1:8960/")
        #expect(settings.isTokenMade && AccessToken.isValid(settings.token ?? ""))
    }

    @Test(arguments: ["127.0.0.1:1", "127.9.9.9:80", "[::1]:8960", "localhost:8960"])
    func `a loopback address allows no token`(listen: String) throws {
        let open = try settings(["listen": .text(listen), "token": .text("none")])
        #expect(open.token == nil && !open.isTokenMade)
    }

    @Test(arguments: ["0.0.0.0:8960", "[::]:8960", "192.168.1.5:8960"])
    func `other addresses require a token`(listen: String) {
        let error = #expect(throws: SettingsError.self) {
            try settings(["listen": .text(listen), "token": .text("none")])
        }
        #expect("\(error, default: "")".contains("other machines reach the page at \(listen)"))
    }

    @Test func `a page for every user gives a warning`() throws {
        let reports = Lines()
        let reporter = Reporter(control: "web") { reports.add("\($0.kind): \($0.text)") }
        let open = try RunningWeb(["token": .text("none")], reporter: reporter)
        #expect(try open.ask("/").status == 200)
        #expect(reports.all.contains { $0.hasPrefix("warning: every user of this machine sees the page") })
    }

    @Test(arguments: [
        "127.0.0.1:1", "[::1]:8960", "0.0.0.0:8960", "[::]:8960", "192.168.1.5:8960", "[fe80::1]:8960",
    ])
    func `a token is created`(listen: String) throws {
        let made = try settings(["listen": .text(listen)])
        #expect(made.isTokenMade && AccessToken.isValid(made.token ?? ""))
        let chosen = try settings(["listen": .text(listen), "token": .text("0123456789abcdef")])
        #expect(!chosen.isTokenMade && chosen.token == "0123456789abcdef")
    }

    @Test(arguments: [
        "", ":", "8960", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "::1:8960", "example.org:80", "[127.0.0.1]:80x", "[::1]", "http://127.0.0.1:8960/", "1.2.3:80",
    ])
    func `an invalid address is rejected`(listen: String) {
        let error = #expect(throws: SettingsError.self) { try settings(["listen": .text(listen)]) }
        #expect("\(error, default: "")".contains("\"listen\""))
    }

    @Test func `the printed address is reachable from other machines`() throws {
        let (home, newer) = (try #require(IPAddress("192.168.1.5")), try #require(IPAddress("fd00::5")))
        func url(_ listen: String, _ addresses: [IPAddress]) throws -> String {
            try ListenAddress(setting: listen).url(port: 80, among: addresses)
        }
        #expect(try url("0.0.0.0:80", [newer, home]) == "http://192.168.1.5:80/")
        #expect(try url("[::]:80", [newer, home]) == "http://192.168.1.5:80/")
        #expect(try url("[::]:80", [newer]) == "http://[fd00::5]:80/")
        #expect(try url("0.0.0.0:80", [newer]) == "http://127.0.0.1:80/")
        #expect(try url("[::]:80", []) == "http://[::1]:80/")
        #expect(try url("127.0.0.1:80", [home]) == "http://127.0.0.1:80/")
        #expect(try url("[::ffff:127.0.0.1]:80", [home]) == "http://127.0.0.1:80/")
        #expect(try url("[fd00::7]:80", [newer]) == "http://[fd00::7]:80/")
        #expect(IPAddress.ofThisMachine().allSatisfy { !$0.isLoopback && !$0.isUnspecified })
    }

    @Test(arguments: [
        "short", "0123456789abcde", "0123456789abcdef;", "0123456789 abcdef", "0123456789äbcdef",
        "aaaaaaaaaaaaaaaa", "abcabcabcabcabcabc",
    ])
    func `a weak or invalid token is rejected without printing it`(token: String) {
        let error = #expect(throws: SettingsError.self) { try settings(["token": .text(token)]) }
        #expect(!"\(error, default: "")".contains(token))
    }

    @Test func `the error names the wrong setting`() {
        for (key, value) in [
            ("theme", SettingValue.text("pink")), ("units", .text("cubits")), ("names", .list(["a b"])),
            ("names", .list(["a:80"])),
            ("title", .text(String(repeating: "x", count: 81))), ("spoken", .integer(1)), ("listen", .integer(80)),
        ] {
            let error = #expect(throws: SettingsError.self) { try settings([key: value]) }
            #expect("\(error, default: "")".contains("\"\(key)\""))
        }
    }

    @Test func `a port in use is an error with a remedy`() throws {
        let web = try RunningWeb()
        let error = #expect(throws: SettingsError.self) {
            try RunningWeb(["listen": .text("127.0.0.1:\(web.port)")])
        }
        #expect("\(error, default: "")".contains("\(web.port) already"))
    }

    @Test func `an address of another machine is an error with a remedy`() {
        let error = #expect(throws: SettingsError.self) {
            try RunningWeb(["listen": .text("192.0.2.1:8960"), "token": .text("")])
        }
        #expect("\(error, default: "")".contains("does not have this address"))
    }

    @Test func `the created token is printed but not reported`() throws {
        let web = try RunningWeb(["listen": .text("0.0.0.0:0"), "token": .text("")])
        let line = try #require(web.lines.all.first)
        let address = try #require(IPAddress.ofThisMachine().first { !$0.isIPv6 } ?? IPAddress("127.0.0.1"))
        #expect(line.hasPrefix("http://\(address.text):\(web.port)/?token="))
        #expect(try web.ask("/").status == 401)
        #expect(try web.ask("/" + (line.split(separator: "/").last ?? "")).status == 303)
    }

    @Test func `the created token lives as long as the run, beyond the process`() throws {
        let folder = try TemporaryFolder()
        func token(_ run: UInt64) throws -> String {
            let kept = ControlFolder(path: folder.path, run: run)
            let web = try RunningWeb(["listen": .text("0.0.0.0:0"), "token": .text("")], runFolder: kept)
            return String(try #require(web.lines.all.first?.split(separator: "=").last))
        }
        let made = try token(1)
        #expect(try token(1) == made)
        let file = folder.path + "/web-main.token"
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let next = try token(2)
        #expect(next != made)
        // A token file that others could read or write is not used.
        chmod(file, 0o644)
        #expect(try token(2) != next)
        try FileManager.default.removeItem(atPath: file)
        try folder.write("2 \(next)", to: "elsewhere")
        chmod(folder.path + "/elsewhere", 0o600)
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: folder.path + "/elsewhere")
        #expect(try token(2) != next)
    }

    @Test func `a token that cannot be stored is used all the same`() throws {
        let reports = Lines()
        let reporter = Reporter(control: "web") { reports.add("\($0.kind): \($0.text)") }
        let nowhere = ControlFolder(path: "/nowhere/at/all", run: 1)
        let web = try RunningWeb(
            ["listen": .text("0.0.0.0:0"), "token": .text("")], runFolder: nowhere, reporter: reporter)
        let token = String(try #require(web.lines.all.first?.split(separator: "=").last))
        #expect(AccessToken.isValid(token))
        #expect(reports.all.contains { $0.contains("/nowhere/at/all/web-main.token: No such file") })
        #expect(reports.all.allSatisfy { !$0.contains(token) })
    }

    @Test(arguments: [
        "https://dashboard.example", "http://localhost:3000", "http://[::1]:3000", "capacitor://localhost",
        "chrome-extension://abcdefghijklmnop", "http://192.168.1.5:8080",
    ])
    func `an origin may be listed`(origin: String) throws {
        let access = try settings(["allowedOrigins": .list([origin.uppercased()])])
        #expect(access.origins.origin(of: BrowserRequest("GET", "/events", origin: origin)) == origin)
    }

    @Test(arguments: [
        "*", "null", "", "dashboard.example", "https://", "https://dashboard.example/", "https://*.example",
        "https://a b",
        "https://dashboard.example/path", "https://user@dashboard.example", "https://dashboard.example.", "://a",
        "1a://b",
        "https://dashboard.example:99999", "https://dashboard.example:443", "http://dashboard.example:80",
    ])
    func `a text that browsers send as no origin is rejected`(origin: String) {
        let error = #expect(throws: SettingsError.self) { try settings(["allowedOrigins": .list([origin])]) }
        #expect("\(error, default: "")".contains("allowedOrigins"))
    }
}
