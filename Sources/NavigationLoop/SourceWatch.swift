/// Detects that a receiver with a regular rate has fallen silent. A value; time is an argument.
struct SourceWatch: Sendable, Hashable {
    /// Seconds of silence that are too long: two heartbeats and a margin.
    static let silenceSeconds = 3.0
    /// Receivers with a longer interval between positions may be silent for longer, seconds.
    private static let maxPromptSeconds = 1.5

    private var lastAt: Double?
    private var isPrompt = false
    /// Whether the receiver has been silent for too long.
    private(set) var isStale = false

    /// Records a fix.
    ///
    /// - Returns: Whether it ends a silence.
    mutating func recordFix(now: Double) -> Bool {
        defer { isStale = false }
        if let lastAt, !isStale { isPrompt = now - lastAt <= Self.maxPromptSeconds }
        lastAt = now
        return isStale
    }

    /// Checks the time.
    ///
    /// - Returns: Whether a silence has just become too long.
    mutating func check(now: Double) -> Bool {
        guard !isStale, isPrompt, let lastAt, now - lastAt > Self.silenceSeconds else { return false }
        isStale = true
        return true
    }
}
