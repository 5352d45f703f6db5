import Foundation
import TestSupport
import Testing

/// Texts of others that control a terminal, in every program that shows them at one.
@Suite("Texts of others and the terminal", .serialized, .timeLimit(.minutes(4)))
struct TerminalTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let attacker = Attacker(script: "terminal.py")
    private static let programs = BuiltProgram.navbus.url.deletingLastPathComponent().path

    private static func attack(_ name: String) throws -> [String: Any] {
        try attacker.run([programs, root.path, name], seconds: 120)
    }

    static let cases = [
        "configuration-key", "configuration-raw", "configuration-section", "configuration-value", "console",
        "control-argument", "controls", "diff", "doctor", "endpoint", "export-csv", "export-geojson", "export-gpx",
        "export-jsonl", "gpsd", "haptics-argument", "info", "info-json", "navbus-argument", "navbus-command",
        "navbus-set", "python-argument", "python-event-log", "python-next-step", "router-answer", "router-argument",
        "router-refusal", "router-status", "run-with-manifests", "signs-argument", "speech-argument", "speech-preview",
        "tap", "tap-json", "trace", "watch-lines",
    ]

    @Test func `the attacker knows no other case`() throws {
        #expect(try Self.attack("list")["cases"] as? [String] == Self.cases)
    }

    @Test(arguments: cases) func `the text is seen, and nothing in it is obeyed or forges a line`(name: String) throws {
        let figures = try Self.attack(name)
        func figure(_ key: String) -> Int { figures[key] as? Int ?? -1 }
        #expect(figure("seen") > 0, "\(figures)")
        #expect(figure("controls") == 0 && figure("turned") == 0 && figure("raw") == 0, "\(figures)")
        #expect(figure("forged") == 0, "\(figures)")
        if name.hasPrefix("router-refusal") { #expect(figure("longest") < 4200, "\(figures)") }
    }
}
