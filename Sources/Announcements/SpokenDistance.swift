import NavigationEvents

/// The system of units for spoken distances. It is a setting and does not depend on the language.
public enum UnitSystem: String, Sendable, CaseIterable {
    /// Metres and kilometres.
    case metric
    /// Feet and miles, as in the United States.
    case us
    /// Yards and miles, as in the United Kingdom.
    case uk
}

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

    /// The number in tenths: 15 stands for 1.5.
    public let tenths: Int
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
        (tenths, unit) =
            switch system {
            case .metric: SpokenDistance.metric(distance)
            case .us: SpokenDistance.us(feet: distance / 0.3048, miles: distance / 1609.344)
            case .uk: SpokenDistance.uk(yards: distance / 0.9144, miles: distance / 1609.344)
            }
    }

    /// The rounded distance in metres.
    var meters: Double {
        let unitMeters: Double =
            switch unit {
            case .meters: 1.0
            case .kilometers: 1000.0
            case .feet: 0.3048
            case .yards: 0.9144
            case .miles: 1609.344
            }
        return Double(tenths) / 10 * unitMeters
    }

    /// Returns the number in decimal digits, with at most one decimal place and no thousands separator: "300", "1.5".
    public func number(decimalSeparator: String) -> String {
        tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
    }

    /// The largest number of kilometres or miles with a recorded clip, in tenths.
    static let maxRecordedTenths = 200

    /// The clip of the number; `nil` if a recorded voice has none.
    var clip: String? {
        let isLong = unit == .kilometers || unit == .miles
        return isLong && tenths > Self.maxRecordedTenths ? nil : number(decimalSeparator: ".")
    }

    private static func metric(_ meters: Double) -> (tenths: Int, unit: Unit) {
        switch meters {
        case ..<95: (tenths(meters, step: 100, atLeast: 100), .meters)
        case ..<275: (tenths(meters, step: 500), .meters)
        case ..<950: (tenths(meters, step: 1000), .meters)
        case ..<2750: (tenths(meters / 1000, step: 5), .kilometers)
        default: (tenths(meters / 1000, step: 10), .kilometers)
        }
    }

    private static func us(feet: Double, miles: Double) -> (tenths: Int, unit: Unit) {
        switch feet {
        case ..<275: (tenths(feet, step: 500, atLeast: 500), .feet)
        case ..<1050: (tenths(feet, step: 1000), .feet)
        default: (inMiles(miles), .miles)
        }
    }

    private static func uk(yards: Double, miles: Double) -> (tenths: Int, unit: Unit) {
        switch yards {
        case ..<95: (tenths(yards, step: 100, atLeast: 100), .yards)
        case ..<275: (tenths(yards, step: 500), .yards)
        case ..<850: (tenths(yards, step: 1000), .yards)
        default: (inMiles(miles), .miles)
        }
    }

    private static func inMiles(_ miles: Double) -> Int {
        switch miles {
        case ..<0.95: tenths(miles, step: 1)
        case ..<2.75: tenths(miles, step: 5)
        default: tenths(miles, step: 10)
        }
    }

    /// Returns `amount` in tenths, rounded half up to a multiple of `step`.
    private static func tenths(_ amount: Double, step: Int, atLeast minimum: Int = 0) -> Int {
        max(Int(clamping: (amount * 10 / Double(step) + 0.5).rounded(.down)) * step, minimum)
    }
}
