import EventBus
import Foundation
import NavigationEvents
import Synchronization
import TestSupport
import Testing

/// `navbus haptics …` with real processes: a compass that is piped in, a bus and the control haptics.
@Suite(.serialized) struct HapticsCommandTests {
    /// A stationary receiver that runs until it is ended, since a calibration needs a stationary wearer.
    private final class Receiver: Sendable {
        private let isWanted = Atomic<Bool>(true)

        init(endpoint: String) {
            let thread = Thread { [self] in
                let client = try? BusClient(requests: endpoint)
                while isWanted.load(ordering: .relaxed) {
                    let now = Int64(Date().timeIntervalSince1970 * 1e9)
                    let fix = Fix(
                        time: Timestamp(nanosecondsSinceEpoch: now),
                        position: Coordinate(latitudeDegrees: 49.41, longitudeDegrees: 8.69),
                        horizontalAccuracyMeters: 3, speedMetersPerSecond: 0, quality: .gps)
                    _ = try? client?.request(.position(.main, fix))
                    Thread.sleep(forTimeInterval: 0.5)
                }
            }
            thread.start()
        }

        func end() { isWanted.store(false, ordering: .relaxed) }
    }

    /// A compass that repeats one heading until it is ended.
    private final class Compass: Sendable {
        private let isWanted = Atomic<Bool>(true)

        init(degrees: Double, environment: [String: String]) {
            let thread = Thread { [self] in
                while isWanted.load(ordering: .relaxed) {
                    _ = try? BuiltProgram.navbus.run(
                        ["heading", "\(degrees)", "--source", "wrist"], environment: environment)
                    Thread.sleep(forTimeInterval: 0.05)
                }
            }
            thread.start()
        }

        func end() { isWanted.store(false, ordering: .relaxed) }
    }

    @Test func `a calibration is guided, stored, and known to the doctor`() throws {
        let run = try SupervisedRun()
        let state = "\(run.folder.path)/state"
        let environment = run.environment.merging(["XDG_STATE_HOME": state]) { $1 }
        func haptics(_ words: String...) throws -> BuiltProgram.Outcome {
            try BuiltProgram.navbus.run(["haptics"] + words, environment: environment)
        }
        let before = try haptics("doctor")
        #expect(before.exitCode == 0 && before.output.hasPrefix("absent\tcalibration\tno compass was calibrated yet"))
        let nobody = try haptics("calibrate")
        #expect(nobody.exitCode == 69 && nobody.errors.contains("navbus run"))

        let bus = try run.start(
            controls: ["haptics"],
            extra: "[haptics]\nlogFile = \"\(run.folder.path)/pulses.log\"", environment: ["XDG_STATE_HOME": state])
        defer {
            bus.signal(SIGTERM)
            _ = bus.wait()
        }
        _ = try run.process(of: "haptics")
        let receiver = Receiver(endpoint: try #require(run.environment["NAVBUS_ENDPOINT"]))
        defer { receiver.end() }
        var silent = try haptics("calibrate", "--timeout", "30")
        // The command is refused until the first heartbeat of the control.
        let isTaken = eventually {
            if silent.exitCode == 76 { silent = (try? haptics("calibrate", "--timeout", "30")) ?? silent }
            return silent.exitCode != 76
        }
        #expect(isTaken)
        #expect(silent.exitCode == 69 && silent.errors.contains("no compass sends headings"), "\(silent.errors)")

        let compass = Compass(degrees: 91.5, environment: environment)
        defer { compass.end() }
        let done = try haptics("calibrate")
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.output.contains("face true north") && done.output.contains("wrist: 92°, steady for"))
        #expect(done.output.contains("calibrated: wrist, offset 92°"))
        let after = try haptics("doctor")
        #expect(after.output.contains("\tcalibration\twrist, offset 92°"), "\(after.output)")
        #expect(after.output.contains("facing north today"), "\(after.output)")
        let kept = try String(contentsOfFile: "\(state)/navbus/haptics/offsets.toml", encoding: .utf8)
        #expect(kept.contains("source = \"wrist\"\noffsetDegrees = 91.5\n"))
        let pulses = try String(contentsOfFile: "\(run.folder.path)/pulses.log", encoding: .utf8)
        for words in ["calibrating", "not calibrated", " calibrated"] { #expect(pulses.contains(words)) }
    }

    @Test func `arguments that cannot be understood are refused`() throws {
        for words in [["calibrate", "north"], ["calibrate", "--timeout", "1"], ["doctor", "--fast"]] {
            let outcome = try BuiltProgram.navbus.run(["haptics"] + words)
            #expect(outcome.exitCode == 64 && outcome.errors.hasPrefix("navbus-haptics: "), "\(words)")
        }
        #expect(try BuiltProgram.navbus.run(["haptics", "calibrate", "--help"]).output.contains("Exit codes"))
    }
}
