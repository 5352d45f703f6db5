import Foundation
import NavigationEvents
import TestSupport

/// Fault 9: a process of the same user sends malformed requests at a high rate.
struct MalformedFlood: Fault {
    let title = "10,000 malformed requests a second"
    let passes = "throttled within 5 s, others unaffected, bus + at most 8 MB"
    let obstacle = Hostile.obstacle

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for turn in 0..<context.tries(5, short: 1) {
            let drive = try GuidedDrive(speed: context.isShort ? "120" : "20")
            try drive.begin(after: 50)
            let bus = try drive.bus()
            let before = ProcessTree.privateKilobytes(bus)
            let begin = Date()
            let flood = try Hostile.start(
                "malformed", [drive.endpoint, context.isShort ? "5" : "20", "10000", "\(context.seed + UInt64(turn))"])
            let isThrottled = drive.waits {
                Thread.sleep(forTimeInterval: 0.05)
                let counters = drive.status()?.counters ?? [:]
                return counters["throttled_requests", default: 0] > 0 && counters["cut_connections", default: 0] > 0
            }
            let seconds = Date().timeIntervalSince(begin)
            let facts = try Hostile.result(of: flood, "malformed")
            let grown = ProcessTree.privateKilobytes(bus) - before
            let counters = drive.status()?.counters ?? [:]
            drive.finish()
            var problems = try context.judge(drive, &outcome)
            if !isThrottled { problems.append("the sender was neither throttled nor disconnected") }
            if grown > 8192 { problems.append("the bus has grown by \(grown) kB") }
            outcome.note(problems, seconds: seconds, limit: context.limit(5))
            outcome.notes.append(
                "sent \(facts["sent"] ?? "?"), malformed \(counters["malformed_requests"] ?? 0), throttled "
                    + "\(counters["throttled_requests"] ?? 0), cut \(counters["cut_connections"] ?? 0), bus + \(grown) kB"
            )
        }
        return outcome
    }
}
