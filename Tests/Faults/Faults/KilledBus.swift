import Foundation
import Platform
import TestSupport

/// Fault 2: the process of the bus is killed repeatedly.
struct KilledBus: Fault {
    let title = "kill -9 of the bus"
    let passes = "events within 500 ms, nothing lost or twice"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        var random = SplitMix64(seed: context.seed)
        let tries = context.tries(100, short: 3)
        while outcome.tried < tries {
            let drive = try GuidedDrive(speed: context.isShort ? "120" : "20")
            try drive.begin()
            while outcome.tried < tries, kill(in: drive, &random, &outcome, limit: context.limit(0.5)) {}
            let end = drive.finish()
            if end.exitCode != 0 { outcome.addProblem("the run ended with \(end.exitCode): \(end.errors.suffix(200))") }
            let problems = try context.judge(drive, &outcome) + KilledControls.twice(drive.witness)
            for problem in problems { outcome.addProblem(problem) }
        }
        return outcome
    }

    /// Kills the bus and waits until it publishes again; `false` after the end of the drive.
    private func kill(
        in drive: GuidedDrive, _ random: inout SplitMix64, _ outcome: inout FaultOutcome, limit: Double?
    ) -> Bool {
        // A bus that dies twice within five seconds is restarted after a delay, so deaths are spaced.
        Thread.sleep(forTimeInterval: Double.random(in: limit == nil ? 0.3...1.5 : 5.2...7, using: &random))
        guard let victim = drive.children.first(where: { $0.name == "navbus-bus" }) else { return false }
        Foundation.kill(victim.processID, SIGKILL)
        let begin = Date()
        // Events already sent still arrive; later ones are from the successor.
        while ProcessTree.isAlive(victim.processID) { Thread.sleep(forTimeInterval: 0.001) }
        Thread.sleep(forTimeInterval: 0.02)
        let before = drive.witness.count
        let isBack = drive.waits { drive.witness.count > before }
        guard ProcessTree.isAlive(drive.program.processID) else { return false }
        let seconds = Date().timeIntervalSince(begin)
        outcome.note(isBack ? [] : ["no events came from the successor"], seconds: seconds, limit: limit)
        return true
    }
}
