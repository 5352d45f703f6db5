/// A histogram of durations.
public struct Histogram: Sendable, Hashable {
    /// Upper bounds of the buckets in seconds, rising; the last bucket has no bound and is not listed.
    public let boundsSeconds: [Double]
    /// The number of durations in each bucket; one element more than ``boundsSeconds``.
    public private(set) var counts: [UInt64]
    /// The sum of all durations, in seconds.
    public private(set) var sumSeconds: Double

    /// Bounds from 50 µs, a hop on one machine, to 1 s, the most that a drive tolerates.
    public static let latencyBoundsSeconds = [
        0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1,
    ]

    /// Makes an empty histogram with buckets for latencies.
    public init() {
        boundsSeconds = Self.latencyBoundsSeconds
        counts = [UInt64](repeating: 0, count: boundsSeconds.count + 1)
        sumSeconds = 0
    }

    /// Makes a histogram from given counts; `nil` unless there is one count more than bounds.
    public init?(boundsSeconds: [Double], counts: [UInt64], sumSeconds: Double) {
        guard counts.count == boundsSeconds.count + 1 else { return nil }
        self.boundsSeconds = boundsSeconds
        self.counts = counts
        self.sumSeconds = sumSeconds
    }

    /// Adds a duration in seconds; NaN is ignored.
    public mutating func record(seconds: Double) {
        guard !seconds.isNaN else { return }
        counts[boundsSeconds.firstIndex { seconds <= $0 } ?? boundsSeconds.count] &+= 1
        sumSeconds += seconds
    }

    /// The number of durations. Counts may come from another process: absurd ones wrap around instead of trapping.
    public var count: UInt64 { counts.reduce(0, &+) }
}
