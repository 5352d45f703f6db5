import Foundation
import NavigationEvents
import TestSupport

/// Fault 5: a control that always dies, and one that never becomes ready.
struct BrokenControls: Fault {
    let title = "crash loop, never ready"
    let passes = "reported as failed, little processor time, guidance unaffected"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(5, short: 1) {
            let drive = try GuidedDrive(
                speed: "40", extra: context.isShort ? "[supervision]\nrestartSeconds = 0.05\nreadySeconds = 2\n" : "",
                more: ["crasher": "exit 3", "mute": "exec sleep 1000"])
            let begin = Date()
            let isGivenUp = drive.waits {
                drive.status()?.controls.contains { $0.control == "crasher" && $0.state == .failed } ?? false
            }
            let seconds = Date().timeIntervalSince(begin)
            let end = drive.finish()
            var problems = isGivenUp ? [] : ["the crash loop was not ended: \(end.errors.suffix(300))"]
            if !end.errors.contains("mute") { problems.append("the control that never became ready was not reported") }
            outcome.note(problems + (try context.judge(drive, &outcome)), seconds: seconds)
        }
        return outcome
    }
}
