public import NavigationEvents

/// A rounded distance for speech: a number and a unit.
public struct SpokenDistance: Sendable, Hashable {
    /// A unit; its raw value is its id in the string table.
    public enum Unit: String, Sendable, CaseIterable {
        case meters = "unitMeters"
        case kilometers = "unitKilometers"
        case feet = "unitFeet"
        case yards = "unitYards"
        case miles = "unitMiles"
    }

    /// The number in hundredths, rounded down: 150 stands for 1.5, and 33 for a third.
    public let hundredths: Int
    /// The unit of the number.
    public let unit: Unit

    /// Rounds a distance for speech. Half a step rounds up; the result is never zero.
    ///
    /// Fails if `meters` is not finite or exceeds the circumference of the earth.
    ///
    /// - Parameters:
    ///   - meters: The distance in metres; a negative one counts as 0.
    ///   - system: The system of units.
    public init?(meters: Double, system: UnitSystem) {
        guard meters.isFinite, meters < 40_100_000 else { return nil }
        let distance = max(meters, 0)
        (hundredths, unit) =
            switch system {
            case .metric: SpokenDistance.metric(distance)
            case .us: SpokenDistance.us(feet: distance / 0.3048, miles: distance / 1609.344)
            case .uk: SpokenDistance.uk(yards: distance / 0.9144, miles: distance / 1609.344)
            }
    }

    /// The rounded distance in metres.
    public var meters: Double {
        let unitMeters: Double =
            switch unit {
            case .meters: 1.0
            case .kilometers: 1000.0
            case .feet: 0.3048
            case .yards: 0.9144
            case .miles: 1609.344
            }
        return (hundredths == Self.third ? 1.0 / 3 : Double(hundredths) / 100) * unitMeters
    }

    /// Returns the number in decimal digits, with at most two decimal places and no thousands separator: "300", "1.5",
    /// "0.25".
    public func number(decimalSeparator: String) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(whole)" }
        let decimals = rest.isMultiple(of: 10) ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
        return "\(whole)\(decimalSeparator)\(decimals)"
    }

    /// The number in tenths, rounded down, for the plural rules.
    var tenths: Int { hundredths / 10 }

    /// The largest number of kilometres or miles with a recorded clip, in hundredths.
    static let maxRecordedHundredths = 2000
    /// A third in hundredths. A third of a mile is between a quarter and a half, which differ too much.
    private static let third = 33

    /// The clip of the number; `nil` if a recorded voice has none.
    var clip: String? {
        let isLong = unit == .kilometers || unit == .miles
        return isLong && hundredths > Self.maxRecordedHundredths ? nil : number(decimalSeparator: ".")
    }

    private static func metric(_ meters: Double) -> (hundredths: Int, unit: Unit) {
        switch meters {
        case ..<95: (rounded(meters, to: 10), .meters)
        case ..<275: (rounded(meters, to: 50), .meters)
        case ..<950: (rounded(meters, to: 100), .meters)
        case ..<2750: (rounded(meters / 1000, to: 0.5), .kilometers)
        default: (rounded(meters / 1000, to: 1), .kilometers)
        }
    }

    private static func us(feet: Double, miles: Double) -> (hundredths: Int, unit: Unit) {
        switch feet {
        case ..<275: (rounded(feet, to: 50), .feet)
        case ..<950: (rounded(feet, to: 100), .feet)
        case ..<1150: (1000_00, .feet)
        default: (inMiles(miles), .miles)
        }
    }

    private static func uk(yards: Double, miles: Double) -> (hundredths: Int, unit: Unit) {
        switch yards {
        case ..<95: (rounded(yards, to: 10), .yards)
        case ..<275: (rounded(yards, to: 50), .yards)
        case ..<350: (300_00, .yards)
        case ..<420: (400_00, .yards)
        default: (inMiles(miles), .miles)
        }
    }

    /// Returns a quarter, a third, a half, three quarters, one mile and so on. Each limit leaves the numbers on both
    /// sides true within a fifth.
    private static func inMiles(_ miles: Double) -> Int {
        switch miles {
        case ..<0.29: 25
        case ..<(5 / 12): third
        case ..<0.625: 50
        case ..<0.875: 75
        case ..<1.25: 100
        case ..<2.75: rounded(miles, to: 0.5)
        default: rounded(miles, to: 1)
        }
    }

    /// Returns `amount` in hundredths, rounded half up to a multiple of `step`, at least one step.
    private static func rounded(_ amount: Double, to step: Double) -> Int {
        Int(clamping: max((amount / step + 0.5).rounded(.down), 1) * step * 100)
    }
}
