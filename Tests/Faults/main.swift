import Foundation
import TestSupport

/// Prints a line without buffering.
func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

/// All faults, in the order of docs/faults.md.
let faults: [any Fault] = [
    KilledControls(), KilledBus(), KilledLauncher(), FrozenTap(), FrozenBus(), BrokenControls(), FullDisk(),
    MutatedFrames(), FlippedBits(),
    MalformedFlood(), PortGarbage(), Strangers(), Impostors(),
    FalsePositions(), Outages(), SetClocks(), TakenPaths(), GreedyPeers(),
    CutLink(), LostDevices(), DeadSoundServer(), LongDay(),
]

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    say(
        "navbus-faults [--short] [--only N] [--tries N] [--seed N]: injects faults into guided drives and prints the results"
    )
    exit(0)
}
/// The number after an option.
func number(after option: String) -> UInt64? {
    guard let place = arguments.firstIndex(of: option), arguments.indices.contains(place + 1) else { return nil }
    return UInt64(arguments[place + 1])
}
let seed = number(after: "--seed") ?? UInt64.random(in: 1...999_999_999)
let context = FaultContext(
    isShort: arguments.contains("--short"), seed: seed, asked: number(after: "--tries").map { Int(clamping: $0) })
let chosen = number(after: "--only").map { only in faults.filter { $0.number == Int(only) } } ?? faults
say("faults: --seed \(seed)")
var table = FaultTable()
for fault in chosen {
    if let obstacle = fault.obstacle {
        table.skip(fault, obstacle)
        continue
    }
    say("\(fault.number) \(fault.title) …")
    do {
        table.add(fault, try fault.inflict(in: context))
    } catch {
        table.add(fault, FaultOutcome(notes: ["failed to \(error)"]))
    }
}
say("\n\(table.text)\n\n\(chosen.count) faults, \(table.failed) failed, \(table.skipped) skipped")
exit(table.failed > 0 ? 1 : 0)
