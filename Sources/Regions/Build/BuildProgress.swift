/// The progress of a build, for people.
package struct BuildProgress: Sendable, Hashable {
    package enum Event: Sendable, Hashable {
        /// The part is being made: the finished share, and an estimate of the time left for all parts.
        case working(share: Double, secondsLeft: Double?)
        /// The part is finished.
        case finished(seconds: Double)
        /// The part was finished by an earlier, interrupted build.
        case kept
        /// A hint for people.
        case note(String)
    }

    package var part: RegionPart
    package var event: Event
}

/// Estimates the time left from the usual proportions of the parts.
struct TimeEstimate {
    private let weights: [RegionPart: Double]
    private var doneWeight = 0.0
    private var doneSeconds = 0.0
    /// Less time does not tell how fast this machine is.
    private static let minSeconds = 1.0

    init(parts: [RegionPart]) {
        weights = Dictionary(uniqueKeysWithValues: parts.map { ($0, $0.weight) })
    }

    /// Adds a finished part.
    mutating func finish(_ part: RegionPart, seconds: Double) {
        doneWeight += weights[part] ?? 0
        doneSeconds += seconds
    }

    /// The time left while a part is being made; `nil` while it is not known.
    func secondsLeft(in part: RegionPart, share: Double, seconds: Double) -> Double? {
        let weight = weights[part] ?? 0
        let (done, spent) = (doneWeight + weight * share, doneSeconds + seconds)
        guard done > 0, spent >= Self.minSeconds else { return nil }
        let left = weights.values.reduce(0, +) - done
        return max(left, 0) * spent / done
    }
}
