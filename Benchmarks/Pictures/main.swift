import Glibc

// Prints the costs of pictures in comparison with librsvg, which draws an equal SVG, and with Cairo's PNG encoder.
// The first argument is the number of rounds.
do {
    try PictureBench(rounds: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 41).run()
} catch {
    let line = Array("navbus-bench-pictures: failed to \(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
