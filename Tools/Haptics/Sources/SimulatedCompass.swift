import Geodesy
import Glibc
import Platform
import Positions

/// A simulated compass on a walker's wrist: it has an offset, swings with the arm, and is disturbed by iron.
struct SimulatedCompass: Sendable {
    /// The quality of the compass.
    enum Quality: String, CaseIterable, Sendable {
        /// No errors.
        case perfect
        /// On the wrist.
        case wrist
        /// Loose on the wrist, among cars and iron railings.
        case bad

        /// Standard deviation of the offset, degrees; the offset is at most twice that.
        fileprivate var offsetDegrees: Double {
            switch self {
            case .perfect: 0
            case .wrist: 8
            case .bad: 15
            }
        }

        /// The swing of the arm to each side, degrees.
        fileprivate var swingDegrees: Double {
            switch self {
            case .perfect: 0
            case .wrist: 8
            case .bad: 14
            }
        }

        fileprivate var noiseDegrees: Double {
            switch self {
            case .perfect: 0
            case .wrist: 3
            case .bad: 6
            }
        }

        /// The disturbances by iron: rate per second, maximum duration in seconds, maximum error in degrees.
        fileprivate var iron: (rate: Double, seconds: Double, degrees: Double) {
            switch self {
            case .perfect: (0, 0, 0)
            case .wrist: (1.0 / 150, 6, 30)
            case .bad: (1.0 / 60, 10, 70)
            }
        }
    }

    /// Headings per second.
    static let hertz = 10.0
    /// Swings of the arm per second.
    private static let swingHertz = 0.9

    private let fit: Quality
    private let offsetDegrees: Double
    private var generator: SplitMix64
    private var iron = (from: -1.0, until: -1.0, degrees: 0.0)

    init(_ fit: Quality, seed: UInt64) {
        self.fit = fit
        generator = SplitMix64(seed: seed)
        offsetDegrees = min(max(generator.normal(), -2), 2) * fit.offsetDegrees
    }

    /// The heading of the compass, degrees from true north, 0..<360.
    ///
    /// - Parameters:
    ///   - degrees: The direction in which the walker faces.
    ///   - isWalking: Whether the arms swing.
    ///   - seconds: The time of the walk.
    mutating func heading(facing degrees: Double, isWalking: Bool, at seconds: Double) -> Double {
        let (near, lasting, strong, noise) = (share(), share(), share(), generator.normal())
        if seconds >= iron.until, near < fit.iron.rate / Self.hertz {
            iron = (seconds, seconds + 1 + (fit.iron.seconds - 1) * lasting, fit.iron.degrees * (2 * strong - 1))
        }
        // The disturbance grows as the walker approaches the iron, and then decreases.
        let share = seconds < iron.until ? sin(.pi * (seconds - iron.from) / (iron.until - iron.from)) : 0
        let swing = isWalking ? fit.swingDegrees * sin(2 * .pi * Self.swingHertz * seconds) : 0
        return Angle.normalized(
            degrees + offsetDegrees + swing + share * iron.degrees + noise * fit.noiseDegrees)
    }

    private mutating func share() -> Double { Double(generator.next() >> 11) / 0x1p53 }
}
