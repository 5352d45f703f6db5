// Runs the guidance over one drive and writes its results, a row for each fix and for each second between.
import Glibc

/// Ends the process with a message on standard error.
func fail(_ text: String, code: Int32) -> Never {
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2 || arguments.count == 3 else {
    fail("usage: navbus-scenario FOLDER OUT.csv [POSITIONS.csv]", code: 64)
}
do {
    let folder = ScenarioFolder(arguments[1])
    var run = try ScenarioRun(route: folder.route(), wheels: folder.wheels())
    run.drive(try folder.fixes())
    try run.write(to: arguments[2])
    if arguments.count == 3 { try run.writePositions(to: arguments[3]) }
} catch {
    fail("navbus-scenario: failed to \(error)", code: 1)
}
