import Glibc

// Prints the costs of the speech control, one JSON line each.
//
//     navbus-bench-speech [ROUNDS] [PROGRAM]
//
// ROUNDS: the number of sentences for each figure, 50 by default. PROGRAM: the navbus-speech to measure; by default the
// one next to this program. With a sound server (PULSE_SERVER, or that of the session), its figures are printed too.

let words = Array(CommandLine.arguments.dropFirst())
let rounds = words.first.flatMap { Int($0) } ?? 50
let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
let program = words.dropFirst().first ?? (folder.isEmpty ? ["."] : folder).joined(separator: "/") + "/navbus-speech"

do {
    try await SpeechBench(program: program, output: "stdout").measure(rounds: rounds)
    try await SpeechBench(program: program, output: "stdout", isKept: true).measure(rounds: rounds)
    try EngineBench.measure(rounds: rounds)
} catch {
    print("failed to \(error)")
    exit(1)
}
do {
    try await SpeechBench(program: program, output: "sound").measure(rounds: min(rounds, 20))
    try await SpeechBench(program: program, output: "sound", hasPulses: true).measure(rounds: min(rounds, 20))
} catch {
    print("the figures of a sound server are missing: failed to \(error)")
}
