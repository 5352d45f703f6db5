import Foundation
import TestSupport

/// Fault 4: the process of the bus hangs.
struct FrozenBus: Fault {
    let title = "SIGSTOP of the bus"
    let passes = "replaced, nothing lost or twice"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(10, short: 1) {
            let drive = try GuidedDrive(speed: "60", extra: "[supervision]\nsilentSeconds = 2\n")
            try drive.begin(after: 50)
            let bus = try drive.bus()
            let begin = Date()
            Foundation.kill(bus, SIGSTOP)
            let isReplaced = drive.waits {
                drive.children.contains { $0.name == "navbus-bus" && $0.processID != bus }
            }
            let seconds = Date().timeIntervalSince(begin)
            if !isReplaced { Foundation.kill(bus, SIGCONT) }
            drive.finish()
            let problems = (isReplaced ? [] : ["the bus was not replaced"]) + (try context.judge(drive, &outcome))
            outcome.note(problems, seconds: seconds)
        }
        return outcome
    }
}
