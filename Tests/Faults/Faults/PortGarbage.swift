import Foundation
import NavigationEvents
import TestSupport

/// Fault 10: random bytes at the ports that are open to other machines.
struct PortGarbage: Fault {
    let title = "raw bytes at the port, 2,000 connections a second, absurd lengths"
    let passes = "none delivered, a peer with a key connects within 1 s, others unaffected, bus + at most 1 MB"
    let obstacle = Hostile.obstacle

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for turn in 0..<context.tries(3, short: 1) {
            let folder = try TemporaryFolder()
            var keys = try Keys(in: folder)
            try keys.allow("phone")
            let drive = try GuidedDrive(speed: context.isShort ? "120" : "20", extra: keys.section, in: folder)
            try drive.begin(after: 50)
            let bus = try drive.bus()
            // The first flood fills pools that stay allocated.
            let arguments = ["\(keys.ports.requests)", "\(keys.ports.events)"]
            let seed = "\(context.seed + UInt64(turn))"
            _ = try Hostile.run("garbage", arguments + ["1", "2000", seed])
            let before = ProcessTree.privateKilobytes(bus)
            let storm = try Hostile.start("garbage", arguments + [context.isShort ? "3" : "15", "2000", seed])
            _ = storm.wait { $0.output.contains("sending") }
            let begin = Date()
            let status = try BuiltProgram.navbus.run([
                "status", "--endpoint", keys.requests, "--key", keys.file("phone"), "--bus-key=\(keys.bus)",
            ])
            let seconds = Date().timeIntervalSince(begin)
            let facts = try Hostile.result(of: storm, "garbage")
            let grown = ProcessTree.privateKilobytes(bus) - before
            let counters = drive.status()?.counters ?? [:]
            drive.finish()
            var problems = try context.judge(drive, &outcome)
            if status.exitCode != 0 { problems.append("the peer with a key could not connect: \(status.errors)") }
            if counters["malformed_requests"] != 0 { problems.append("garbage was delivered") }
            if grown > 1024 { problems.append("the bus has grown by \(grown) kB") }
            outcome.note(problems, seconds: seconds, limit: context.limit(1))
            outcome.notes.append(
                "\(facts["connections"] ?? "?") connections, \(counters["failed_handshakes"] ?? 0) failed handshakes, "
                    + "bus + \(grown) kB")
        }
        return outcome
    }
}
