import Foundation
import TestSupport
import Testing

/// Foreign texts with control sequences, in every program that prints them on a terminal.
@Suite("Foreign texts on a terminal", .serialized, .timeLimit(.minutes(4)))
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

    @Test func `the tests cover all cases of the attacker`() throws {
        #expect(try Self.attack("list")["cases"] as? [String] == Self.cases)
    }

    @Test(arguments: cases) func `a foreign text neither controls the terminal nor forges a line`(name: String) throws {
        let figures = try Self.attack(name)
        func figure(_ key: String) -> Int { figures[key] as? Int ?? -1 }
        #expect(figure("seen") > 0, "\(figures)")
        #expect(figure("controls") == 0 && figure("turned") == 0 && figure("raw") == 0, "\(figures)")
        #expect(figure("forged") == 0, "\(figures)")
        if name.hasPrefix("router-refusal") { #expect(figure("longest") < 4200, "\(figures)") }
    }
}
