import Foundation
import TestSupport

/// Fault 5: a control that always dies, and one that never gets ready.
struct BrokenControls: Fault {
    let number = 5
    let title = "crash loop, never ready"
    let passes = "given up and said so, guidance unhurt"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = try arena.undisturbed()
        for _ in 0..<arena.tries(5, short: 1) {
            let drive = try GuidedDrive(speed: "20", more: ["crasher": "exit 3", "mute": "exec sleep 1000"])
            let isGivenUp = drive.program.wait { _ in
                let controls = (try? drive.status())??["controls"] as? [[String: Any]] ?? []
                return controls.contains {
                    $0["control"] as? String == "crasher" && $0["state"] as? String == "CONTROL_STATE_FAILED"
                }
            }
            let end = drive.finish()
            var problems = isGivenUp ? [] : ["the crash loop was not given up: \(end.errors.suffix(300))"]
            if !end.errors.contains("mute") { problems.append("nothing was said of the control that never got ready") }
            let verdict = try drive.published().compared(with: reference)
            outcome.lost += verdict.lost
            outcome.doubled += verdict.doubled
            outcome.note(problems + verdict.problems)
        }
        return outcome
    }
}
