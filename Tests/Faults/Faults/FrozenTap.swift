import Foundation
import TestSupport

/// Fault 4: a subscriber stands still for a while.
struct FrozenTap: Fault {
    let number = 4
    let title = "SIGSTOP of a subscriber"
    let passes = "others unhurt, it misses nothing unnoticed, bus + at most 8 MB"

    func inflict(in arena: Arena) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        let reference = try arena.undisturbed()
        for _ in 0..<arena.tries(5, short: 1) {
            let drive = try GuidedDrive(speed: arena.isShort ? "40" : "10")
            let file = "\(drive.folder.path)/frozen.jsonl"
            let tap = try BuiltProgram(url: URL(filePath: "/bin/sh")).start(
                ["-c", "exec \(BuiltProgram.navbus.url.path) tap --json --endpoint \(drive.endpoint) >\(file)"])
            guard tap.wait(until: { _ in ((try? PublishedStream(file: file).sequences.count) ?? 0) > 20 }),
                let bus = drive.children.first(where: { $0.name == "navbus-bus" })
            else { throw ArenaError("tap the drive: \(tap.errors)") }
            let before = ProcessTree.residentKilobytes(bus.processID)
            tap.signal(SIGSTOP)
            Thread.sleep(forTimeInterval: arena.isShort ? 5 : 60)
            let grown = ProcessTree.residentKilobytes(bus.processID) - before
            tap.signal(SIGCONT)
            var problems = grown > 8192 ? ["the bus has grown by \(grown) kB"] : []
            drive.finish()
            let verdict = try drive.published().compared(with: reference)
            problems += verdict.problems
            let late = try PublishedStream(file: file)
            tap.signal(SIGTERM)
            _ = tap.wait()
            let holes = zip(late.sequences, late.sequences.dropFirst()).filter { $1 != $0 + 1 }.count
            if holes > 0, !tap.errors.contains("events were lost") {
                problems.append("the frozen tap was not told of \(holes) holes")
            }
            outcome.lost += verdict.lost
            outcome.doubled += verdict.doubled
            outcome.note(problems)
        }
        return outcome
    }
}
