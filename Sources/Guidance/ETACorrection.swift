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
    /// Expected seconds from the start of the route to the position of the last observation; `nil` if it is not known.
    private var last: Double?
    /// The factor of the router's durations.
    private(set) var factor = 1.0

    /// Learns from the stretch that was driven since the last observation.
    ///
    /// While the vehicle moves, the remaining time never grows: a slower drive holds it until the correction has
    /// adapted.
    ///
    /// - Parameters:
    ///   - elapsed: Seconds that the router expects from the start of the route to the present position.
    ///   - total: Seconds that it expects for the whole route.
    ///   - seconds: Seconds that the stretch took; `nil` if it is not known how it was driven.
    @inline(__always)
    mutating func observe(elapsedSeconds elapsed: Double, totalSeconds total: Double, seconds: Double?) {
        defer { last = elapsed }
        guard let last, let seconds else { return }
        learn(seconds: seconds, expectedSeconds: elapsed - last, expectedRemaining: total - elapsed)
    }

    /// Forgets the last observation: the vehicle enters the route somewhere else, or another route.
    mutating func interrupt() { last = nil }

    @inline(__always)
    private mutating func learn(seconds: Double, expectedSeconds: Double, expectedRemaining: Double) {
        // There is nothing to compare with if the router reports no durations.
        guard seconds > 0, expectedSeconds >= 0, expectedRemaining > 0 else { return }
        standing = expectedSeconds > 0 ? 0 : standing + seconds
        guard standing <= Self.maxStandingSeconds else { return }
        let keep = max(1 - expectedSeconds / Self.memorySeconds, 0)
        actual = actual * keep + seconds
        expected = expected * keep + expectedSeconds
        let learned = (actual + Self.trustSeconds) / (expected + Self.trustSeconds)
        let wanted = min(max(learned, Self.range.lowerBound), Self.range.upperBound)
        guard wanted > factor else {
            factor = wanted
            return
        }
        let limit = factor * (expectedRemaining + expectedSeconds) / expectedRemaining
        factor = max(min(wanted, limit), factor)
    }
}
