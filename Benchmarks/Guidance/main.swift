// Measures the guidance on long routes: a JSON line for each operation and size.
import Glibc

/// Ends the process with a message on standard error.
func fail(_ text: String, code: Int32) -> Never {
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}

let arguments = CommandLine.arguments.dropFirst()
let sizes = [1000, 10_000, 100_000, 1_000_000]
let size = arguments.dropFirst().first.flatMap { Int($0) }
let operation = arguments.dropFirst(2).first
guard (1...3).contains(arguments.count), arguments.count == 1 || size.map(sizes.contains) == true,
    operation.map({ GuidanceBench.Operation(rawValue: $0) != nil }) != false
else {
    fail(
        "usage: navbus-bench-guidance DATA [POINTS [OPERATION]]   (DATA: the folder with route_N.bin and fixes_N.bin)",
        code: 64)
}
do {
    for count in size.map({ [$0] }) ?? sizes {
        try GuidanceBench(folder: arguments.first ?? "", count: count).run(only: operation)
    }
} catch {
    fail("navbus-bench-guidance: failed to \(error)", code: 1)
}
