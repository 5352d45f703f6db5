import Foundation
import TestSupport

/// Fault 4: a subscriber hangs for a while.
struct FrozenTap: Fault {
    let title = "SIGSTOP of a subscriber"
    let passes = "others unaffected, losses reported to it, bus + at most 8 MB"

    func inflict(in context: FaultContext) throws -> FaultOutcome {
        var outcome = FaultOutcome()
        for _ in 0..<context.tries(5, short: 1) {
            let drive = try GuidedDrive(speed: context.isShort ? "120" : "11")
            try drive.begin(after: 5)
            let file = "\(drive.folder.path)/frozen.jsonl"
            let frozen = Witness(file: file)
            let tap = try BuiltProgram(url: URL(filePath: "/bin/sh")).start(
                ["-c", "exec \(BuiltProgram.navbus.url.path) tap --json --endpoint \(drive.endpoint) >\(file)"])
            guard tap.wait(until: { _ in frozen.count > 20 }) else {
                throw FaultError("tap the drive: \(tap.errors)")
            }
            let bus = try drive.bus()
            let before = ProcessTree.privateKilobytes(bus)
            tap.signal(SIGSTOP)
            Thread.sleep(forTimeInterval: context.isShort ? 3 : 60)
            let grown = ProcessTree.privateKilobytes(bus) - before
            tap.signal(SIGCONT)
            let problems = grown > 8192 ? ["the bus has grown by \(grown) kB"] : []
            drive.finish()
            tap.signal(SIGTERM)
            _ = tap.wait()
            let late = try PublishedStream(file: file)
            // The first events are the newest of each topic, from the snapshot.
            let numbers = late.sequences.dropFirst(8)
            let holes = zip(numbers, numbers.dropFirst()).filter { $1 != $0 + 1 }.count
            let isTold = holes == 0 || tap.errors.contains("events were lost")
            outcome.note(
                problems + (try context.judge(drive, &outcome))
                    + (isTold ? [] : ["\(holes) gaps were not reported to the stopped tap"]))
            outcome.notes.append("the bus grew by \(grown) kB, the tap had \(holes) gaps")
        }
        return outcome
    }
}
