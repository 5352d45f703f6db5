import Foundation
import NavigationEvents
import TestSupport

/// Fault 18: a shortage of resources, and peers that take too many.
struct GreedyPeers: Fault {
    let title = "64 descriptors, 64 MB, 4,096 subscriptions, a topic of 1 MB"
    let passes = "bus up and below 64 MB, offender limited, others unaffected"
    let obstacle = Hostile.obstacle ?? FaultContext.obstacle(tools: ["prlimit"])

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(5, short: 1) {
            let drive = try GuidedDrive(
                speed: context.isShort ? "60" : "30", controls: ["haptics", "lanes"],
                through: ["prlimit", "--nofile=2700:2700"])
            try drive.begin(after: 50)
            let bus = try drive.bus()
            let greedy = try Hostile.start(
                "greedy", [drive.endpoint, drive.events, "\(drive.folder.path)/run/requests", "900"])
            var most = 0
            while ProcessTree.isAlive(greedy.processID) {
                most = max(most, ProcessTree.residentKilobytes(bus))
                Thread.sleep(forTimeInterval: 0.05)
            }
            _ = try Hostile.result(of: greedy, "greedy")
            let isUp = drive.waits { drive.status() != nil }
            let counters = drive.status()?.counters ?? [:]
            let isSame = try drive.bus() == bus
            drive.finish()
            var problems = try context.judge(drive, &outcome)
            if !isUp { problems.append("the bus does not answer") }
            if !isSame { problems.append("the bus had to be replaced: \(drive.program.errors.suffix(400))") }
            if most > 65_536 { problems.append("the bus held \(most) kB") }
            let limited = ["excess_subscriptions", "excess_connections", "unaccepted_connections", "cut_connections"]
            if limited.allSatisfy({ counters[$0, default: 0] == 0 }) { problems.append("no peer was limited") }
            outcome.note(problems)
            outcome.notes.append(
                "at most \(most) kB, "
                    + limited.map { "\($0) \(counters[$0, default: 0])" }.joined(separator: ", "))
        }
        outcome.note(try tooFewDescriptors())
        return outcome
    }

    /// Checks that a bus starts with few descriptors.
    private func tooFewDescriptors() throws -> [String] {
        let drive = try GuidedDrive(speed: "120", controls: [], through: ["prlimit", "--nofile=64:64"])
        let end = drive.finish()
        return end.exitCode == 0
            ? [] : ["with 64 descriptors: exit code \(end.exitCode), \(end.errors.suffix(300))"]
    }
}
