import Foundation
import Platform
import TestSupport

/// Fault 3: the launcher is killed or terminated.
struct KilledLauncher: Fault {
    let title = "kill -9 and SIGTERM of the launcher"
    let passes = "no orphan after 2 s; SIGTERM: exit 0 within 5 s"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        var random = SplitMix64(seed: context.seed)
        for turn in 0..<context.tries(100, short: 4) {
            let drive = try GuidedDrive(speed: "10")
            Thread.sleep(forTimeInterval: Double.random(in: 0.02...2, using: &random))
            let family = drive.children
            let signal = turn % 2 == 0 ? SIGKILL : SIGTERM
            drive.program.signal(signal)
            let begin = Date()
            let end = drive.finish()
            var problems: [String] = []
            // Before it has started a process, it dies of the signal like any program.
            if signal == SIGTERM, end.exitCode != 0, !(family.isEmpty && end.exitCode == SIGTERM) {
                problems.append("SIGTERM: exit code \(end.exitCode)")
            }
            while family.contains(where: { ProcessTree.isAlive($0.processID) }), Date().timeIntervalSince(begin) < 5 {
                Thread.sleep(forTimeInterval: 0.01)
            }
            let seconds = Date().timeIntervalSince(begin)
            let orphans = family.filter { ProcessTree.isAlive($0.processID) }
            for orphan in orphans { Foundation.kill(orphan.processID, SIGKILL) }
            problems += orphans.map { "\($0.name) is an orphan" }
            outcome.note(problems, seconds: seconds, limit: context.limit(signal == SIGKILL ? 2 : 5))
        }
        return outcome
    }
}
