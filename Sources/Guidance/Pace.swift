/// How fast one gets on, compared with what the router expected: what the time remaining learns from the drive.
struct Pace {
    /// So many expected seconds speak for the router before the drive has shown anything.
    private static let trustSeconds = 300.0
    /// What was longer ago counts for little.
    private static let memorySeconds = 1200.0
    private static let range = 0.5...3.0
    /// Who stands for longer waits for something else than the traffic.
    private static let mostStandingSeconds = 120.0

    private var actual = 0.0
    private var expected = 0.0
    private var standing = 0.0
    /// Multiplies the router's durations.
    private(set) var factor = 1.0

    /// A stretch was driven.
    ///
    /// While one gets on, what remains never grows: a drive that turns out slower holds the time remaining until it is
    /// believed.
    ///
    /// - Parameters:
    ///   - seconds: How long it took.
    ///   - expectedSeconds: How long the router thought.
    ///   - expectedRemaining: How long the router thinks from here to the destination.
    mutating func learn(seconds: Double, expectedSeconds: Double, expectedRemaining: Double) {
        // A router that tells no durations cannot be compared with.
        guard seconds > 0, expectedSeconds >= 0, expectedRemaining > 0 else { return }
        standing = expectedSeconds > 0 ? 0 : standing + seconds
        guard standing <= Self.mostStandingSeconds else { return }
        let keep = max(1 - expectedSeconds / Self.memorySeconds, 0)
        actual = actual * keep + seconds
        expected = expected * keep + expectedSeconds
        let learned = (actual + Self.trustSeconds) / (expected + Self.trustSeconds)
        let wanted = min(max(learned, Self.range.lowerBound), Self.range.upperBound)
        let most = factor * (expectedRemaining + expectedSeconds) / expectedRemaining
        factor = wanted > factor ? max(min(wanted, most), factor) : wanted
    }
}
