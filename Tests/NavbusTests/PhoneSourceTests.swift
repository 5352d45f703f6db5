import Foundation
import TestSupport
import Testing

/// Positions of a phone over HTTP, in complete runs.
@Suite(.serialized) struct PhoneSourceTests {
    /// Sends a position as the app of a phone does, and returns the status of the answer.
    private static func report(_ second: Int, to port: UInt16) throws -> String {
        let latitude = 49.41 + Double(second) * 1e-5
        let json =
            "{\"location\":{\"timestamp\":\"2026-05-04T08:00:\(10 + second)Z\",\"coords\":{\"latitude\":\(latitude),"
            + "\"longitude\":8.71,\"accuracy\":5,\"speed\":1.1,\"heading\":0}},\"device_id\":\"phone\"}"
        return try BuiltProgram(url: URL(filePath: "/usr/bin/curl")).run(
            [
                "-s", "-m", "10", "--noproxy", "*", "-o", "/dev/null", "-w", "%{http_code}", "-d", json,
                "http://127.0.0.1:\(port)/",
            ]
        ).output
    }

    private static func fixes(_ run: SupervisedRun) -> Int {
        let sessions = run.status()?["sessions"] as? [[String: Any]] ?? []
        return SupervisedRun.number(sessions.first?["fixesAccepted"]).map(Int.init) ?? 0
    }

    @Test func `a phone is a receiver, also after the bus was killed`() throws {
        let run = try SupervisedRun()
        let port = try FreePort.next()
        let navbus = try run.start(controls: [], source: "kind = \"http\"\nlisten = \"127.0.0.1:\(port)\"")
        #expect(navbus.wait { _ in (try? Self.report(0, to: port)) == "200" }, "\(navbus.errors)")
        for second in 1...5 { #expect(try Self.report(second, to: port) == "200") }
        #expect(navbus.wait { _ in Self.fixes(run) >= 6 })
        let bus = try #require(run.busProcess())
        kill(bus, SIGKILL)
        #expect(navbus.wait { _ in run.busProcess().map { $0 != bus } ?? false })
        #expect(navbus.wait { _ in (try? Self.report(20, to: port)) == "200" }, "\(navbus.errors)")
        #expect(navbus.wait { _ in Self.fixes(run) >= 7 })
        navbus.signal(SIGINT)
        #expect(navbus.wait().exitCode == 0)
    }

    @Test func `a port that other machines reach needs a token`() throws {
        let run = try SupervisedRun()
        let outcome = try run.start(controls: [], source: "kind = \"http\"\nlisten = \"0.0.0.0:5055\"").wait()
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains("other machines reach this address; set a token, or listen at 127.0.0.1"))
    }

    @Test func `the bus of a fleet cannot have such a source`() throws {
        let run = try SupervisedRun()
        let outcome = try run.start(
            controls: [], source: "kind = \"http\"", extra: "[bus]\nprogram = \"link\"",
            environment: ["NAVBUS_CONTROLS_PATH": SupervisedRun.package.appending(path: "Plugins").path]
        ).wait()
        #expect(outcome.exitCode == 78)
        #expect(outcome.errors.contains("which cannot use a source of kind \"http\""), "\(outcome.errors)")
    }
}
