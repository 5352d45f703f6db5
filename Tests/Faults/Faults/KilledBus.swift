import Foundation
import TestSupport

/// Fault 2: the process of the bus is killed, again and again.
struct KilledBus: Fault {
    let number = 2
    let title = "kill -9 of the bus"
    let passes = "all back within 500 ms, nothing lost or twice"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        var random = SeededGenerator(seed: arena.seed)
        let reference = try arena.undisturbed()
        let tries = arena.tries(100, short: 3)
        while outcome.tried < tries {
            let drive = try GuidedDrive(speed: "20")
            while outcome.tried < tries, kill(in: drive, &random, &outcome, limit: arena.limit(0.5)) {}
            let end = drive.finish()
            if end.exitCode != 0 {
                outcome.notes.append("the run ended with \(end.exitCode): \(end.errors.suffix(200))")
            }
            let verdict = try drive.published().compared(with: reference)
            outcome.lost += verdict.lost
            outcome.doubled += verdict.doubled
            outcome.notes += verdict.problems
        }
        return outcome
    }

    /// Kills the bus and waits until it publishes again; `false` once the drive is over.
    private func kill(
        in drive: GuidedDrive, _ random: inout SeededGenerator, _ outcome: inout FaultOutcome, limit: Double?
    ) -> Bool {
        Thread.sleep(forTimeInterval: Double.random(in: 0.3...1.5, using: &random))
        guard let victim = drive.children.first(where: { $0.name == "navbus-bus" }) else { return false }
        let before = (try? drive.published().sequences.count) ?? 0
        Foundation.kill(victim.processID, SIGKILL)
        let begin = Date()
        let isBack = drive.program.wait { _ in ((try? drive.published().sequences.count) ?? 0) > before + 1 }
        guard ProcessTree.isAlive(drive.program.processID) else { return false }
        let seconds = Date().timeIntervalSince(begin)
        outcome.note(isBack ? [] : ["no events came again"], seconds: seconds, limit: limit)
        return true
    }
}
