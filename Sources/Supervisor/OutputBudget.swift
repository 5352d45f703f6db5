/// How much of what a control writes is read and shown. A value: time comes in as an argument.
///
/// A burst passes whole. What is written without end is read slowly, so that its writer has to wait, and only so many
/// lines a second of it are shown.
struct OutputBudget {
    /// Lines that are shown a second, and in a burst.
    static let linesPerSecond = 500.0
    static let linesInBurst = 25_000.0
    /// Bytes that are read a second, and in a burst.
    static let bytesPerSecond = 1024.0 * 1024
    static let bytesInBurst = 16.0 * 1024 * 1024
    /// The longest pause between two readings: whoever ends meanwhile is not waited for in vain.
    static let maxPauseSeconds = 1.0

    private var lines = Self.linesInBurst
    private var bytes = Self.bytesInBurst
    private var countedAtSeconds: Double

    init(atSeconds now: Double) { countedAtSeconds = now }

    /// Takes note of what was read.
    ///
    /// - Returns: for how many seconds nothing more is to be read.
    mutating func read(bytes count: Int, atSeconds now: Double) -> Double {
        let seconds = max(0, now - countedAtSeconds)
        countedAtSeconds = now
        lines = min(Self.linesInBurst, lines + seconds * Self.linesPerSecond)
        bytes = min(Self.bytesInBurst, bytes + seconds * Self.bytesPerSecond) - Double(count)
        guard bytes < 0 else { return 0 }
        return min(-bytes / Self.bytesPerSecond, Self.maxPauseSeconds)
    }

    /// Whether one more line is shown.
    mutating func takeLine() -> Bool {
        guard lines >= 1 else { return false }
        lines -= 1
        return true
    }
}
