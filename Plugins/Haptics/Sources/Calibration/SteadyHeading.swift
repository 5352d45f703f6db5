import Geodesy
import Glibc

/// Detects when one compass has pointed in one direction for three seconds. A low-pass filter removes the tremor of a
/// hand; a wearer who turns slowly is not steady.
struct SteadyHeading: Hashable, Sendable {
    /// The time for which the heading must be steady.
    static let wantedSeconds = 3.0
    /// The maximum distance of filtered headings from their mean.
    static let toleranceDegrees = 5.0
    /// A longer gap between headings restarts the detection.
    static let maxGapSeconds = 1.5
    private static let smoothingSeconds = 0.6

    private struct Sample: Hashable, Sendable {
        var seconds: Double
        var degrees: Double
        var filtered: Double
    }

    private var samples: [Sample] = []

    /// Adds a heading, degrees, with its time.
    mutating func handle(_ degrees: Double, at seconds: Double) {
        if let last = samples.last, seconds <= last.seconds || seconds - last.seconds > Self.maxGapSeconds {
            guard seconds != last.seconds else { return }
            samples.removeAll()
        }
        samples.append(Sample(seconds: seconds, degrees: degrees, filtered: filtered(degrees, seconds)))
        // One sample from before the three seconds is kept, so that they are complete.
        while samples.count > 2, seconds - samples[1].seconds >= Self.wantedSeconds { samples.removeFirst() }
        while samples.count > 1, !isWithinTolerance { samples.removeFirst() }
    }

    /// For how long the heading has been steady, seconds.
    var steadySeconds: Double {
        guard let first = samples.first, let last = samples.last else { return 0 }
        return last.seconds - first.seconds
    }

    /// Whether the heading was steady for long enough.
    var isSteady: Bool { steadySeconds >= Self.wantedSeconds }

    /// The mean of the steady headings.
    var mean: CircularMean { CircularMean(samples.map(\.degrees)) }

    /// The last heading after the filter.
    var filteredDegrees: Double? { samples.last?.filtered }

    /// The time of the last sample.
    var lastSeconds: Double? { samples.last?.seconds }

    private var isWithinTolerance: Bool {
        guard samples.count > 1 else { return true }
        guard let mean = CircularMean(samples.map(\.filtered)).degrees else { return false }
        return samples.allSatisfy { abs(Angle.turn(from: mean, to: $0.filtered)) <= Self.toleranceDegrees }
    }

    private func filtered(_ degrees: Double, _ seconds: Double) -> Double {
        guard let last = samples.last else { return Angle.normalized(degrees) }
        let share = 1 - exp(-(seconds - last.seconds) / Self.smoothingSeconds)
        return Angle.normalized(last.filtered + share * Angle.turn(from: last.filtered, to: degrees))
    }
}
