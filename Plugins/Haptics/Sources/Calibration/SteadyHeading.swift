import Geodesy
import Glibc

/// Watches one compass until it has pointed in one direction for three seconds. A tremor is calmed first, so that a hand
/// may shake; who turns, however slowly, is not steady.
struct SteadyHeading: Hashable, Sendable {
    /// How long.
    static let wantedSeconds = 3.0
    /// How far from their mean calmed headings may lie.
    static let toleranceDegrees = 5.0
    /// A compass that is silent for longer begins anew.
    static let mostGapSeconds = 1.5
    private static let smoothingSeconds = 0.6

    private struct Sample: Hashable, Sendable {
        var seconds: Double
        var degrees: Double
        var calmed: Double
    }

    private var samples: [Sample] = []

    /// Takes a heading, degrees, at its time.
    mutating func take(_ degrees: Double, at seconds: Double) {
        if let last = samples.last, seconds <= last.seconds || seconds - last.seconds > Self.mostGapSeconds {
            guard seconds != last.seconds else { return }
            samples.removeAll()
        }
        samples.append(Sample(seconds: seconds, degrees: degrees, calmed: calmed(degrees, seconds)))
        // One sample is kept that lies before the three seconds, so that they are whole.
        while samples.count > 2, seconds - samples[1].seconds >= Self.wantedSeconds { samples.removeFirst() }
        while samples.count > 1, !isWithinTolerance { samples.removeFirst() }
    }

    /// For how long it has been steady.
    var steadySeconds: Double {
        guard let first = samples.first, let last = samples.last else { return 0 }
        return last.seconds - first.seconds
    }

    /// Whether that is long enough.
    var isSteady: Bool { steadySeconds >= Self.wantedSeconds }

    /// Where it points, on the average of what is steady.
    var mean: CircularMean { CircularMean(samples.map(\.degrees)) }

    /// The last heading, calmed.
    var calmedDegrees: Double? { samples.last?.calmed }

    /// The last sample's time.
    var lastSeconds: Double? { samples.last?.seconds }

    private var isWithinTolerance: Bool {
        guard samples.count > 1 else { return true }
        guard let mean = CircularMean(samples.map(\.calmed)).degrees else { return false }
        return samples.allSatisfy { abs(Angle.turn(from: mean, to: $0.calmed)) <= Self.toleranceDegrees }
    }

    private func calmed(_ degrees: Double, _ seconds: Double) -> Double {
        guard let last = samples.last else { return Angle.normalized(degrees) }
        let share = 1 - exp(-(seconds - last.seconds) / Self.smoothingSeconds)
        return Angle.normalized(last.calmed + share * Angle.turn(from: last.calmed, to: degrees))
    }
}
