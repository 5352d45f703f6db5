import Glibc

// Prints what the haptics control takes, one JSON line each.
//
//     navbus-bench-haptics [ROUNDS] [PROGRAM]
//
// ROUNDS: how many turns, 50 if not given. PROGRAM: the navbus-haptics to measure; the one beside this program if not
// given. The port is a pseudo terminal, so the time on a wire is not in it: 14 bytes at 115200 bits a second take 1.2 ms.

let words = Array(CommandLine.arguments.dropFirst())
let own = CommandLine.arguments[0]
do {
    if words.first == "follow", words.count == 2 {
        try Follower.run(endpoint: words[1])
    } else {
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let program =
            words.dropFirst().first ?? (folder.isEmpty ? ["."] : folder).joined(separator: "/") + "/navbus-haptics"
        let bench = HapticsBench(program: program, follower: own)
        try await bench.measure(rounds: words.first.flatMap { Int($0) } ?? 50, restSeconds: 20)
    }
} catch {
    print("failed to \(error)")
    exit(1)
}
