// Measures the guidance of a fleet, alone or in a bus, and prints a JSON line.
import Glibc

/// Ends the process with a message on standard error.
func fail(_ text: String, code: Int32) -> Never {
    let line = Array("navbus-bench-fleet: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
}

signal(SIGPIPE, SIG_IGN)
let arguments = Array(CommandLine.arguments.dropFirst())
let sessions = arguments.dropFirst().first.flatMap { Int($0) }
do {
    switch (arguments.first, sessions, arguments.count) {
    case ("guidance", let sessions?, 2): try GuidanceFleet.run(sessions: sessions)
    case ("bus", let sessions?, 4): try BusFleet(folder: arguments[2], program: arguments[3], count: sessions).run()
    case ("nats", let sessions?, 3...): try NATSFleet(count: sessions, servers: Array(arguments.dropFirst(2))).run()
    default:
        fail(
            """
            usage: navbus-bench-fleet guidance SESSIONS
                   navbus-bench-fleet nats SESSIONS SERVER...              (a running fleet; Tests/FleetTests/Rig/bench.py)
                   navbus-bench-fleet bus SESSIONS FOLDER PROGRAM   (an empty folder in memory, and navbus-bus)
            """, code: 64)
    }
} catch {
    fail("failed to \(error)", code: 1)
}
