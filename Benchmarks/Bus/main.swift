import Glibc

// The bus with every guarantee switched on (sequence, journal, snapshot, codec both ways), measured over real
// processes: this one publishes, and starts itself again for each subscriber.
do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    useFineTimers()
    if let index = options.subscriberIndex {
        try Subscriber(options, index: index).run()
    } else {
        try await Publisher(options).run()
    }
} catch let error as UsageError {
    printError("navbus-bench-bus: \(error)\n\(Options.usage)")
    exit(64)
} catch {
    printError("navbus-bench-bus: failed to \(error)")
    exit(1)
}

/// Lets sleeps end within a microsecond of their time instead of fifty.
func useFineTimers() {
    let descriptor = open("/proc/self/timerslack_ns", O_WRONLY)
    guard descriptor >= 0 else { return }
    // Without it the pace is a little less even, and nothing else changes.
    _ = write(descriptor, "1000", 4)
    close(descriptor)
}

func printError(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
