import Glibc

/// The mean of directions: the mean of 350 and 10 degrees is 0.
package struct CircularMean: Hashable, Sendable {
    private var east = 0.0
    private var north = 0.0
    /// How many directions count.
    package private(set) var weight = 0.0

    package init() {}

    package init(_ directions: some Sequence<Double>) {
        for degrees in directions { add(degrees) }
    }

    /// Takes a direction, degrees.
    package mutating func add(_ degrees: Double, weight: Double = 1) {
        let angle = degrees * .pi / 180
        east += weight * sin(angle)
        north += weight * cos(angle)
        self.weight += weight
    }

    /// Reduces the weight of all previous directions.
    package mutating func fade(by share: Double) {
        (east, north, weight) = (east * share, north * share, weight * share)
    }

    /// The mean, 0..<360; `nil` if there is none, as between north and south.
    package var degrees: Double? {
        guard weight > 0, resultant > 1e-6 else { return nil }
        return Angle.normalized(atan2(east, north) * 180 / .pi)
    }

    /// The circular standard deviation, degrees.
    package var deviationDegrees: Double {
        guard weight > 0 else { return 0 }
        return sqrt(2 * abs(log(min(1, max(resultant, 1e-9))))) * 180 / .pi
    }

    /// 1 if all directions are equal, 0 if they cancel each other.
    private var resultant: Double { hypot(east, north) / weight }
}
