// Times the guidance over long routes: a JSON line for each operation and size.
import Glibc

/// Ends with a line on standard error.
func fail(_ text: String, code: Int32) -> Never {
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}

guard CommandLine.arguments.count == 2 else {
    fail("usage: navbus-bench-guidance DATA   (the folder with route_N.bin and fixes_N.bin)", code: 64)
}
do {
    for count in [1000, 10_000, 100_000, 1_000_000] {
        try GuidanceBench(folder: CommandLine.arguments[1], count: count).run()
    }
} catch {
    fail("navbus-bench-guidance: failed to \(error)", code: 1)
}
