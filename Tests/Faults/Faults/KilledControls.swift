import Foundation
import Platform
import TestSupport

/// Fault 1: each control is killed repeatedly.
struct KilledControls: Fault {
    let title = "kill -9 of each control"
    let passes = "ready within 1 s, guidance unaffected, nothing announced twice"

    /// Deaths of each control in one drive. With five deaths within a minute, a control counts as failed.
    private static let deathsInDrive = 4

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        var random = SplitMix64(seed: context.seed)
        let tries = context.tries(200, short: 1) * GuidedDrive.controls.count
        while outcome.tried < tries {
            let drive = try GuidedDrive(
                speed: context.isShort ? "120" : "40", extra: "[supervision]\nrestartSeconds = 0.05\n")
            try drive.begin()
            let most = min(tries, outcome.tried + Self.deathsInDrive * GuidedDrive.controls.count)
            while outcome.tried < most, kill(in: drive, &random, &outcome, limit: context.limit(1)) {}
            let end = drive.finish()
            if end.exitCode != 0 { outcome.addProblem("the run ended with \(end.exitCode): \(end.errors.suffix(200))") }
            let problems = try context.judge(drive, &outcome) + Self.twice(drive.witness)
            for problem in problems { outcome.addProblem(problem) }
        }
        return outcome
    }

    /// Kills one control and waits until it reports ready; `false` after the end of the drive.
    private func kill(
        in drive: GuidedDrive, _ random: inout SplitMix64, _ outcome: inout FaultOutcome, limit: Double?
    ) -> Bool {
        let control = GuidedDrive.controls[outcome.tried % GuidedDrive.controls.count]
        let name = "navbus-\(control)".prefix(15)
        Thread.sleep(forTimeInterval: Double.random(in: 0...0.2, using: &random))
        func victim() -> Int32? { drive.children.first { $0.name == name }?.processID }
        let isThere = drive.waits { victim() != nil }
        guard ProcessTree.isAlive(drive.program.processID) else { return false }
        guard isThere, let victim = victim() else {
            outcome.note(["\(control) does not run: \(drive.program.errors.suffix(300))"])
            return true
        }
        let seen = drive.witness.count
        Foundation.kill(victim, SIGKILL)
        let begin = Date()
        let isBack = drive.waits {
            drive.witness.has(["\"control\":\"\(control)\"", "REPORT_KIND_READY"], after: seen)
        }
        guard ProcessTree.isAlive(drive.program.processID) else { return false }
        let seconds = Date().timeIntervalSince(begin)
        var problems = isBack ? [] : ["\(control) was not ready again"]
        if let limit, seconds > limit { problems.append("\(control) was ready again only after \(seconds) s") }
        outcome.note(problems, seconds: seconds)
        return true
    }

    /// Effects that began twice for the same cue.
    static func twice(_ witness: Witness) -> [String] {
        witness.look()
        var begun: [String: Int] = [:]
        for line in witness.lines where line.contains("REPORT_KIND_BEGAN") {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            guard let report = object?["control"] as? [String: Any], report["control"] as? String == "speech",
                let cue = report["cue"] as? [String: Any]
            else { continue }
            begun["\(cue["identity"] ?? "") \(cue["stage"] ?? "")", default: 0] += 1
        }
        let many = begun.values.filter { $0 > 1 }.count
        return many == 0 ? [] : ["\(many) cues were announced twice"]
    }
}
