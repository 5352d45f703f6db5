/// Limits the output of a control that is read and shown. A value: time is an argument.
///
/// A burst passes completely. Endless output is read slowly, so that its writer has to wait, and only a number of lines
/// a second is shown.
struct OutputBudget {
    /// Lines shown a second, and in a burst.
    static let linesPerSecond = 500.0
    static let linesInBurst = 25_000.0
    /// Bytes read a second, and in a burst.
    static let bytesPerSecond = 1024.0 * 1024
    static let bytesInBurst = 16.0 * 1024 * 1024
    /// Maximum pause between two reads, so that the end of the process is noticed.
    static let maxPauseSeconds = 1.0

    private var lines = Self.linesInBurst
    private var bytes = Self.bytesInBurst
    private var countedAtSeconds: Double

    init(atSeconds now: Double) { countedAtSeconds = now }

    /// Counts bytes that were read.
    ///
    /// - Returns: The seconds until the next read.
    mutating func read(bytes count: Int, atSeconds now: Double) -> Double {
        let seconds = max(0, now - countedAtSeconds)
        countedAtSeconds = now
        lines = min(Self.linesInBurst, lines + seconds * Self.linesPerSecond)
        bytes = min(Self.bytesInBurst, bytes + seconds * Self.bytesPerSecond) - Double(count)
        guard bytes < 0 else { return 0 }
        return min(-bytes / Self.bytesPerSecond, Self.maxPauseSeconds)
    }

    /// Whether another line may be shown; `true` counts it.
    mutating func takeLine() -> Bool {
        guard lines >= 1 else { return false }
        lines -= 1
        return true
    }
}
