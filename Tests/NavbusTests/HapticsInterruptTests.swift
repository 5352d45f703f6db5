import Foundation
import TestSupport
import Testing

/// `navbus haptics calibrate`, interrupted before its end.
@Suite(.serialized) struct HapticsInterruptTests {
    @Test func `calibrate writes to a pipe at once, and Ctrl-C says that it continues`() throws {
        let run = try SupervisedRun()
        let state = "\(run.folder.path)/state"
        let bus = try run.start(controls: ["haptics"], environment: ["XDG_STATE_HOME": state])
        defer {
            bus.signal(SIGTERM)
            _ = bus.wait()
        }
        _ = try run.process(of: "haptics")
        var calibrating: RunningProgram?
        // The command is refused until the first heartbeat of the control.
        let isTaken = eventually {
            calibrating = try? BuiltProgram.navbus.start(["haptics", "calibrate"], environment: run.environment)
            _ = calibrating?.wait { $0.output.contains("face true north") || !$0.errors.isEmpty }
            return calibrating?.output.contains("face true north") == true
        }
        #expect(isTaken)
        let program = try #require(calibrating)
        program.signal(SIGINT)
        let outcome = program.wait()
        #expect(outcome.exitCode == 70 && outcome.errors.contains("it continues until"), "\(outcome)")
    }
}
