import Platform

/// Limits the starts of a program that dies again and again.
struct StartLimit {
    static let maxStarts = 5
    private static let windowSeconds = 60.0
    private var starts: [MonotonicInstant] = []

    /// Notes a start.
    ///
    /// - Returns: `nil` if the start may begin now; otherwise the seconds until the next one may.
    mutating func begin(at now: MonotonicInstant) -> Double? {
        starts.removeAll { now.seconds(since: $0) >= Self.windowSeconds }
        if starts.count >= Self.maxStarts { return starts.first.map { Self.windowSeconds - now.seconds(since: $0) } }
        starts.append(now)
        return nil
    }
}
