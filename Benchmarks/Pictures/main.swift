import Glibc

// Prints what pictures cost beside librsvg, which draws an equal SVG in the same run, and Cairo's own writer of PNG.
// The first argument is the number of rounds.
do {
    try PictureBench(rounds: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 41).run()
} catch {
    let line = Array("navbus-bench-pictures: failed to \(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
