import Geodesy
import Glibc
import Platform
import Positions

/// A compass on a walker's wrist: it does not point where the walker does, swings with the arm, and is led astray by
/// iron.
struct SimulatedCompass: Sendable {
    /// How good it is.
    enum Fit: String, CaseIterable, Sendable {
        /// Points where the walker faces.
        case perfect
        /// On the wrist.
        case wrist
        /// Loose on the wrist, among cars and iron railings.
        case bad

        /// Degrees between the device and its wearer, standard deviation, and never more than twice that.
        fileprivate var offsetDegrees: Double {
            switch self {
            case .perfect: 0
            case .wrist: 8
            case .bad: 15
            }
        }

        /// Degrees to each side that the arm swings.
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

        /// How often in a second iron is near, for how many seconds at most, and how many degrees that is at most.
        fileprivate var iron: (rate: Double, seconds: Double, degrees: Double) {
            switch self {
            case .perfect: (0, 0, 0)
            case .wrist: (1.0 / 150, 6, 30)
            case .bad: (1.0 / 60, 10, 70)
            }
        }
    }

    /// Headings a second.
    static let hertz = 10.0
    /// Swings of an arm a second.
    private static let swingHertz = 0.9

    private let fit: Fit
    private let offsetDegrees: Double
    private var dice: SplitMix64
    private var iron = (from: -1.0, until: -1.0, degrees: 0.0)

    init(_ fit: Fit, seed: UInt64) {
        self.fit = fit
        dice = SplitMix64(seed: seed)
        offsetDegrees = min(max(dice.normal(), -2), 2) * fit.offsetDegrees
    }

    /// Where it points, degrees from true north, 0..<360.
    ///
    /// - Parameter isWalking: Whether arms swing.
    mutating func heading(facing degrees: Double, isWalking: Bool, at seconds: Double) -> Double {
        let (near, lasting, strong, noise) = (share(), share(), share(), dice.normal())
        if seconds >= iron.until, near < fit.iron.rate / Self.hertz {
            iron = (seconds, seconds + 1 + (fit.iron.seconds - 1) * lasting, fit.iron.degrees * (2 * strong - 1))
        }
        // One walks up to it and away from it again.
        let share = seconds < iron.until ? sin(.pi * (seconds - iron.from) / (iron.until - iron.from)) : 0
        let swing = isWalking ? fit.swingDegrees * sin(2 * .pi * Self.swingHertz * seconds) : 0
        return Angle.normalized(
            degrees + offsetDegrees + swing + share * iron.degrees + noise * fit.noiseDegrees)
    }

    private mutating func share() -> Double { Double(dice.next() >> 11) / 0x1p53 }
}
