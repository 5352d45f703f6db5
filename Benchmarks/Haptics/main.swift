import Glibc

// Prints the costs of the haptics control, one JSON line each.
//
//     navbus-bench-haptics [ROUNDS] [PROGRAM]
//
// ROUNDS: the number of turns, 50 by default. PROGRAM: the navbus-haptics to measure; by default the one next to this
// program. The port is a pseudo terminal, which excludes the time on a wire: 14 bytes at 115200 bits a second take 1.2
// ms.

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
