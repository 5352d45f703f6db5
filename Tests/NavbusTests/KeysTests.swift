import Access
import EventBus
import Foundation
import NavigationEvents
import TestSupport
import Testing

/// The commands `navbus keys …`.
@Suite struct KeysTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func keys(_ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.navbus.run(["keys"] + arguments + ["--keys", folder.path + "/keys"])
    }

    @Test func `a key is made, allowed, listed and revoked`() throws {
        let made = try keys("new", "phone")
        #expect(made.exitCode == 0, "\(made.errors)")
        let key = try #require(made.output.split(whereSeparator: \.isWhitespace).last.map(String.init))
        #expect(key.count == 40)
        let allowed = try keys("allow", "phone", key, "--role", "tap", "--role", "control", "--topic", "onGPS")
        #expect(allowed.exitCode == 0, "\(allowed.errors)")
        let listed = try keys("list").output
        #expect(listed.contains(key) && listed.contains("tap,control") && listed.contains("onGPS"), "\(listed)")
        #expect(try keys("revoke", "phone").exitCode == 0)
        #expect(try !keys("list").output.contains(key))
    }

    @Test func `no command shows a secret key`() throws {
        let made = try keys("new", "phone")
        let shown = try keys("show")
        #expect(shown.output.count == 41)
        let ring = KeyRing(folder: folder.path + "/keys")
        for path in [ring.path(of: "phone"), ring.folder + "/bus.key"] {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let secret = try #require(text.split(separator: "\n").last.map(String.init))
            #expect(secret.count == 40)
            for outcome in [made, shown] {
                #expect(!outcome.output.contains(secret) && !outcome.errors.contains(secret))
            }
        }
    }

    @Test func `errors of key commands name the remedy`() throws {
        #expect(try keys("allow", "phone", "short", "--role", "tap").errors.contains("a key has 40 characters"))
        #expect(try keys("revoke", "nobody").errors.contains("navbus keys list"))
        #expect(try keys("new", "Bad Name").errors.contains("names have 1 to 32"))
        #expect(try keys("allow", "phone", "x", "--role", "king").exitCode == 64)
        #expect(try keys("revoke", "nobody").exitCode == 66)
    }
}
