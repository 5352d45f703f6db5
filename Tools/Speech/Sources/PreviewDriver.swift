import NavigationEvents

/// A simulated driver who is not the one that guidance assumes: with bends, accelerations and reactions of its own, and
/// a receiver whose errors are correlated.
struct PreviewDriver: Hashable {
    /// The kinds of driver.
    enum Kind: String, CaseIterable {
        case calm, mean, brisk
        /// As `mean`, but stops at red lights before some maneuvers.
        case lights
    }

    /// Acceleration towards the inside of a bend, metres per second squared.
    var cornering: Double
    /// Metres per second squared.
    var braking: Double
    var acceleration: Double
    /// Factor of the speed that the router expects.
    var speedFactor: Double
    /// Share of the maneuvers with a red light, 0...1.
    var lights = 0.0

    init(_ kind: Kind) {
        (cornering, braking, acceleration, speedFactor) =
            switch kind {
            case .calm: (2, 1.1, 1, 0.92)
            case .mean, .lights: (2.8, 1.5, 1.5, 1)
            case .brisk: (3.6, 2.4, 2.2, 1.12)
            }
        if kind == .lights { lights = 0.2 }
    }

    /// The limits of a mode of travel.
    struct ModeLimits {
        /// Metres per second.
        var speeds: ClosedRange<Double>
        /// Factor of the accelerations.
        var strength: Double
        /// Metres before a maneuver at which the vehicle waits for a light.
        var stopMeters: Double

        init(_ mode: TravelMode) {
            switch mode {
            case .car, .unknown: (speeds, strength, stopMeters) = (3...38, 1, 12)
            case .bicycle: (speeds, strength, stopMeters) = (2...8, 0.7, 8)
            case .foot: (speeds, strength, stopMeters) = (0.8...1.7, 1, 4)
            }
        }
    }
}
