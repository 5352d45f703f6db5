import Foundation
import Platform
import TestSupport
import Testing

/// The ports to which every user of the machine can connect.
@Suite("The ports of this machine", .serialized, .timeLimit(.minutes(2)))
struct LoopbackTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `metrics need the token, and slow clients do not delay a scrape`() throws {
        let folder = try TemporaryFolder()
        let file = "\(folder.path)/run/metrics.token"
        let drive = try folder.write(
            """
            controls = []
            [source]
            kind = "simulate"
            [route]
            path = "\(Self.root.path)/examples/first-drive/route.json"
            [metrics]
            listen = "127.0.0.1:0"
            """, to: "drive.toml")
        let server = try BuiltProgram.navbus.start(["run", "--config", drive, "--run-folder", "\(folder.path)/run"])
        #expect(server.wait { $0.output.contains("/metrics  (token in \(file))") }, "\(server.errors)")
        let port = String(try #require(server.output.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1)
        let token = try String(contentsOfFile: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(!server.output.contains(token) && !server.errors.contains(token))
        let figures = try Attacker(script: "metrics.py").run(["127.0.0.1", port, file], seconds: 100)
        // Earlier, each request waited for idle connections of others for five seconds.
        for name in ["silent", "trickling", "deaf", "many"] {
            let seconds = try #require(figures[name] as? Double)
            #expect(seconds < 1, "\(name): \(figures)")
        }
        for (name, status) in [
            ("withoutToken", 401), ("wrongToken", 401), ("tokenInAddress", 401), ("strangeHost", 421),
            ("strangePort", 421), ("twoHosts", 400), ("noHost", 400), ("oldWithoutHost", 200), ("oldWithoutToken", 401),
            ("twoTokens", 400),
        ] {
            let answer = figures[name] as? [Any]
            #expect(answer?.first as? Int == status, "\(name): \(figures)")
            #expect(answer?.last as? Bool == (status == 200), "\(name): \(figures)")
        }
        server.signal(SIGTERM)
        #expect(server.wait().exitCode == 0)
    }
}
