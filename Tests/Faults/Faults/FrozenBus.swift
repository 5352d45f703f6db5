import Foundation
import TestSupport

/// Fault 4: the process of the bus stands still.
struct FrozenBus: Fault {
    let number = 4
    let title = "SIGSTOP of the bus"
    let passes = "replaced, nothing lost or twice"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = try arena.undisturbed()
        for _ in 0..<arena.tries(10, short: 1) {
            let drive = try GuidedDrive(speed: "20")
            guard drive.program.wait(until: { _ in ((try? drive.published().sequences.count) ?? 0) > 50 }),
                let bus = drive.children.first(where: { $0.name == "navbus-bus" })
            else { throw ArenaError("begin the drive: \(drive.program.errors)") }
            let begin = Date()
            Foundation.kill(bus.processID, SIGSTOP)
            let isReplaced = drive.program.wait { _ in
                drive.children.contains { $0.name == "navbus-bus" && $0.processID != bus.processID }
            }
            let seconds = Date().timeIntervalSince(begin)
            if !isReplaced { Foundation.kill(bus.processID, SIGCONT) }
            drive.finish()
            let verdict = try drive.published().compared(with: reference)
            outcome.lost += verdict.lost
            outcome.doubled += verdict.doubled
            outcome.note((isReplaced ? [] : ["it was not replaced"]) + verdict.problems, seconds: seconds)
        }
        return outcome
    }
}
