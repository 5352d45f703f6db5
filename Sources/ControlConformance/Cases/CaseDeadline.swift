import Platform

/// The end of a wait for the control. Time in which the machine had no processor for a process that was ready to run does not
/// count, up to the duration of the wait.
///
/// The kernel measures that time for the whole machine. It does not look at the processes of the control: each look into their
/// folders in `/proc` makes their end expensive.
struct CaseDeadline {
    /// Shorter waits are parts of others, which excuse the time.
    private static let minExcusedSeconds = 1.0

    private let seconds: Double
    private let isExcused: Bool
    private let start = MonotonicInstant.now.nanoseconds
    private let pressureAtStart: Double

    /// Starts the wait.
    ///
    /// - Parameters:
    ///   - seconds: The duration.
    ///   - isExcused: Whether time without a processor does not count.
    init(seconds: Double, isExcused: Bool) {
        self.seconds = seconds
        self.isExcused = isExcused && seconds >= Self.minExcusedSeconds
        pressureAtStart = self.isExcused ? Self.secondsOfPressure : 0
    }

    /// Whether the wait is over.
    var hasPassed: Bool {
        let elapsed = Double(MonotonicInstant.now.nanoseconds - start) / 1e9
        guard elapsed >= seconds, isExcused else { return elapsed >= seconds }
        return elapsed >= seconds + min(max(Self.secondsOfPressure - pressureAtStart, 0), seconds)
    }

    /// Seconds for which any process of the machine was ready to run but had no processor; 0 if the kernel does not report
    /// it.
    private static var secondsOfPressure: Double {
        // some avg10=0.00 avg60=0.00 avg300=0.00 total=MICROSECONDS
        let text = WholeFile.start("/proc/pressure/cpu", maxBytes: 256).map { String(decoding: $0, as: UTF8.self) }
        let fields = (text ?? "").split(whereSeparator: \.isNewline).first?.split(separator: " ") ?? []
        let total = fields.first { $0.hasPrefix("total=") }?.dropFirst("total=".count)
        return (total.flatMap { Double($0) } ?? 0) / 1e6
    }
}
