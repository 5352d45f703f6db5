/// How often a duration fell into each of some ranges.
public struct Histogram: Sendable, Hashable {
    /// Upper ends of the ranges in seconds, rising; the last range has no end and is not listed.
    public let boundsSeconds: [Double]
    /// How often each range was met; one more than there are bounds.
    public private(set) var counts: [UInt64]
    /// All durations together, in seconds.
    public private(set) var sumSeconds: Double

    /// 50 µs to 1 s: what a hop on one machine takes, and what a drive can bear.
    public static let latencyBoundsSeconds = [
        0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
    ]

    /// Makes an empty histogram with ranges for latencies.
    public init() {
        boundsSeconds = Self.latencyBoundsSeconds
        counts = [UInt64](repeating: 0, count: boundsSeconds.count + 1)
        sumSeconds = 0
    }

    /// Makes a histogram from what was counted elsewhere; `nil` unless there is one count more than bounds.
    public init?(boundsSeconds: [Double], counts: [UInt64], sumSeconds: Double) {
        guard counts.count == boundsSeconds.count + 1 else { return nil }
        self.boundsSeconds = boundsSeconds
        self.counts = counts
        self.sumSeconds = sumSeconds
    }

    /// Takes note of a duration; one that is no number is passed over.
    public mutating func note(seconds: Double) {
        guard !seconds.isNaN else { return }
        counts[boundsSeconds.firstIndex { seconds <= $0 } ?? boundsSeconds.count] &+= 1
        sumSeconds += seconds
    }

    /// How many durations were noted. Counts may come from elsewhere: absurd ones wrap around instead of trapping.
    public var count: UInt64 { counts.reduce(0, &+) }
}
