import Foundation
import TestSupport
import Testing

/// A source sends impossible numbers to a bus with all rendering controls.
@Suite("Impossible numbers", .timeLimit(.minutes(3)))
struct ExtremeNumbersTests {
    private static let controls = ["haptics", "speech", "signs", "lanes", "console", "web"]

    @Test func `impossible numbers are published as unknown and end no process`() throws {
        let folder = try TemporaryFolder()
        let configuration = """
            controls = \(Self.controls)
            [haptics]
            logFile = "\(folder.path)/pulses.log"
            [speech]
            output = "none"
            [signs]
            folder = "\(folder.path)/signs"
            [lanes]
            folder = "\(folder.path)/lanes"
            [web]
            listen = "127.0.0.1:0"
            """
        let endpoint = "ipc://\(folder.path)/run/requests"
        let run = try BuiltProgram.navbus.start(
            [
                "run", "--config", try folder.write(configuration, to: "drive.toml"), "--run-folder",
                "\(folder.path)/run",
            ],
            environment: ["NO_COLOR": "1", "NAVBUS_ENDPOINT": endpoint, "XDG_STATE_HOME": "\(folder.path)/state"])
        #expect(run.wait { _ in FileManager.default.fileExists(atPath: "\(folder.path)/run/requests") })

        let figures = try Attacker(script: "extreme_numbers.py").run([endpoint] + Self.controls)

        #expect(figures["impossible"] as? [String: Int] == [:])
        #expect(figures["good"] as? Int ?? 0 >= 20, "\(figures)")
        let motions = figures["motions"] as? [String: Int]
        #expect(motions?["speed_meters_per_second"] == 4 && motions?["yaw_rate_degrees_per_second"] == 6)
        #expect(motions?["time_nanoseconds"] == 0 && motions?["source"] == 0 && motions?["flood"] == 500)
        #expect(motions?["usual"] ?? 0 >= 20)
        let restarts = try #require(figures["restarts"] as? [String: Int])
        #expect(restarts == Dictionary(uniqueKeysWithValues: Self.controls.map { ($0, $0 == "haptics" ? 1 : 0) }))
        run.signal(SIGTERM)
        let outcome = run.wait(seconds: 20)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
}
