/// The correction of the router's durations, learned from the drive so far.
struct ETACorrection {
    /// Weight of the router's durations before the drive has shown anything, in expected seconds.
    private static let trustSeconds = 300.0
    /// Memory of the correction, in expected seconds.
    private static let memorySeconds = 1200.0
    private static let range = 0.5...3.0
    /// A longer stop has another cause than the traffic.
    private static let maxStandingSeconds = 120.0

    private var actual = 0.0
    private var expected = 0.0
    private var standing = 0.0
    /// The factor of the router's durations.
    private(set) var factor = 1.0

    /// Learns from a stretch that was driven.
    ///
    /// While the vehicle moves, the remaining time never grows: a slower drive holds it until the correction has
    /// adapted.
    ///
    /// - Parameters:
    ///   - seconds: Seconds that the stretch took.
    ///   - expectedSeconds: Seconds that the router expected for the stretch.
    ///   - expectedRemaining: Seconds that the router expects from here to the destination.
    mutating func learn(seconds: Double, expectedSeconds: Double, expectedRemaining: Double) {
        // There is nothing to compare with if the router reports no durations.
        guard seconds > 0, expectedSeconds >= 0, expectedRemaining > 0 else { return }
        standing = expectedSeconds > 0 ? 0 : standing + seconds
        guard standing <= Self.maxStandingSeconds else { return }
        let keep = max(1 - expectedSeconds / Self.memorySeconds, 0)
        actual = actual * keep + seconds
        expected = expected * keep + expectedSeconds
        let learned = (actual + Self.trustSeconds) / (expected + Self.trustSeconds)
        let wanted = min(max(learned, Self.range.lowerBound), Self.range.upperBound)
        let limit = factor * (expectedRemaining + expectedSeconds) / expectedRemaining
        factor = wanted > factor ? max(min(wanted, limit), factor) : wanted
    }
}
