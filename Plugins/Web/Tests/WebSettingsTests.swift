import NavigationControl
import NavigationEvents
import Testing

@testable import Web

@Suite("Settings of the page")
struct WebSettingsTests {
    private func settings(_ values: [String: SettingValue] = [:]) throws -> WebSettings {
        try WebSettings(Settings(values))
    }

    @Test func withoutAnyThePageIsOnThisMachineOnly() throws {
        let settings = try settings()
        #expect(settings.listen.isLoopback && settings.listen.port == 8960)
        #expect(settings.listen.url(port: 8960) == "http://127.0.0.1:8960/")
        #expect(settings.token == nil)
    }

    @Test(arguments: ["127.0.0.1:1", "127.9.9.9:80", "[::1]:8960", "localhost:8960"])
    func thisMachineNeedsNoToken(listen: String) throws {
        #expect(try settings(["listen": .text(listen)]).token == nil)
    }

    @Test(arguments: ["0.0.0.0:8960", "[::]:8960", "192.168.1.5:8960", "[fe80::1]:8960"])
    func beyondItATokenIsMade(listen: String) throws {
        let made = try settings(["listen": .text(listen)])
        #expect(made.isTokenMade && Token.isFit(made.token ?? ""))
        let chosen = try settings(["listen": .text(listen), "token": .text("0123456789abcdef")])
        #expect(!chosen.isTokenMade && chosen.token == "0123456789abcdef")
    }

    @Test(arguments: [
        "", ":", "8960", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1",
        "::1:8960", "example.org:80", "[127.0.0.1]:80x", "[::1]", "http://127.0.0.1:8960/", "1.2.3:80",
    ])
    func whatIsNoAddressIsRefused(listen: String) {
        let error = #expect(throws: SettingsError.self) { try settings(["listen": .text(listen)]) }
        #expect("\(error, default: "")".contains("\"listen\""))
    }

    @Test(arguments: ["short", "0123456789abcde", "0123456789abcdef;", "0123456789 abcdef", "0123456789äbcdef"])
    func aTokenThatCanBeGuessedOrNotBeSentIsRefusedWithoutBeingTold(token: String) {
        let error = #expect(throws: SettingsError.self) { try settings(["token": .text(token)]) }
        #expect(!"\(error, default: "")".contains(token))
    }

    @Test func wrongSettingsAreNamed() {
        for (key, value) in [
            ("theme", SettingValue.text("pink")), ("units", .text("cubits")), ("names", .list(["a b"])),
            ("names", .list(["a:80"])),
            ("title", .text(String(repeating: "x", count: 81))), ("spoken", .integer(1)), ("listen", .integer(80)),
        ] {
            let error = #expect(throws: SettingsError.self) { try settings([key: value]) }
            #expect("\(error, default: "")".contains("\"\(key)\""))
        }
    }

    @Test func aPortInUseIsASettingWithAWayOut() throws {
        let web = try RunningWeb()
        let error = #expect(throws: SettingsError.self) {
            try RunningWeb(["listen": .text("127.0.0.1:\(web.port)")])
        }
        #expect("\(error, default: "")".contains("\(web.port) already"))
    }

    @Test func anAddressOfAnotherMachineIsASettingWithAWayOut() {
        let error = #expect(throws: SettingsError.self) { try RunningWeb(["listen": .text("192.0.2.1:8960")]) }
        #expect("\(error, default: "")".contains("no such address"))
    }

    @Test func theMadeTokenIsPrintedAndNotReported() throws {
        let web = try RunningWeb(["listen": .text("0.0.0.0:0")])
        let line = try #require(web.lines.all.first)
        #expect(line.hasPrefix("http://127.0.0.1:\(web.port)/?token="))
        #expect(try web.ask("/").status == 401)
        #expect(try web.ask("/" + (line.split(separator: "/").last ?? "")).status == 303)
    }
}
