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
        "navbus-faults [--short] [--only NAME] [--tries N] [--seed N]: injects faults into guided drives and prints the results"
    )
    exit(0)
}
/// The argument after an option.
func argument(after option: String) -> String? {
    guard let index = arguments.firstIndex(of: option), arguments.indices.contains(index + 1) else { return nil }
    return arguments[index + 1]
}
let seed = argument(after: "--seed").flatMap { UInt64($0) } ?? UInt64.random(in: 1...999_999_999)
let context = FaultContext(
    isShort: arguments.contains("--short"), seed: seed, asked: argument(after: "--tries").flatMap { Int($0) })
let only = argument(after: "--only")
let chosen = only.map { name in faults.filter { $0.name == name } } ?? faults
if let only, chosen.isEmpty {
    say("navbus-faults: there is no fault \(only); there are: \(faults.map(\.name).joined(separator: ", "))")
    exit(64)
}
say("faults: --seed \(seed)")
var table = FaultTable()
for fault in chosen {
    if let obstacle = fault.obstacle {
        table.skip(fault, obstacle)
        continue
    }
    say("\(fault.name): \(fault.title) …")
    do {
        table.add(fault, try fault.inflict(in: context))
    } catch {
        table.add(fault, FaultOutcome(notes: ["failed to \(error)"]))
    }
}
say("\n\(table.text)\n\n\(chosen.count) faults, \(table.failed) failed, \(table.skipped) skipped")
exit(table.failed > 0 ? 1 : 0)
