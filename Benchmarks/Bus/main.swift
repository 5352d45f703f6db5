import Glibc

// Measures the bus with all guarantees (sequence, journal, snapshot, encoding and decoding) between real processes:
// this one publishes, and starts its own program for each subscriber.
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

/// Makes sleeps accurate to a microsecond instead of fifty.
func useFineTimers() {
    let descriptor = open("/proc/self/timerslack_ns", O_WRONLY)
    guard descriptor >= 0 else { return }
    // Without it, only the rate is a little less even.
    _ = write(descriptor, "1000", 4)
    close(descriptor)
}

func printError(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
