import Foundation
import TestSupport

/// Fault 1: each control is killed, again and again.
struct KilledControls: Fault {
    let number = 1
    let title = "kill -9 of each control"
    let passes = "back within 1 s, nothing lost, others unhurt"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        var random = SeededGenerator(seed: arena.seed)
        let reference = try arena.undisturbed()
        let tries = arena.tries(200, short: 2) * GuidedDrive.controls.count
        while outcome.tried < tries {
            let drive = try GuidedDrive(speed: "4", extra: "[supervision]\nmostDeaths = 1000000\n")
            guard drive.program.wait(until: { _ in (try? drive.published().events.count) ?? 0 > 3 }) else {
                throw ArenaError("begin the drive: \(drive.program.errors)")
            }
            while outcome.tried < tries, kill(in: drive, &random, &outcome, limit: arena.limit(1)) {}
            if outcome.tried == tries { drive.program.signal(SIGTERM) }
            drive.finish()
            let verdict = try drive.published().compared(with: reference)
            if outcome.tried < tries {
                outcome.lost += verdict.lost
                outcome.doubled += verdict.doubled
            }
        }
        return outcome
    }

    /// Kills one control and waits for it; `false` once the drive is over.
    private func kill(
        in drive: GuidedDrive, _ random: inout SeededGenerator, _ outcome: inout FaultOutcome, limit: Double?
    ) -> Bool {
        let control = GuidedDrive.controls[outcome.tried % GuidedDrive.controls.count]
        let name = "navbus-\(control)"
        guard let victim = drive.children.first(where: { $0.name == name.prefix(15) }) else { return false }
        Thread.sleep(forTimeInterval: Double.random(in: 0...0.1, using: &random))
        Foundation.kill(victim.processID, SIGKILL)
        let begin = Date()
        let isBack = drive.program.wait { _ in
            drive.children.contains { $0.name == name.prefix(15) && $0.processID != victim.processID }
        }
        guard ProcessTree.isAlive(drive.program.processID) else { return false }
        let seconds = Date().timeIntervalSince(begin)
        outcome.note(isBack ? [] : ["\(control) did not come back"], seconds: seconds, limit: limit)
        return true
    }
}
