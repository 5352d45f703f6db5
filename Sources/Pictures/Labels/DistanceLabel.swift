import NavigationEvents

/// A distance as displays write it: `300 m`, `1.2 km`, `400 ft`, `0.5 mi`.
///
/// Rounded to tens of metres (fives below ten) up to a kilometre, tenths of a kilometre up to ten, then whole
/// kilometres. Feet and yards are rounded to fives or tens when near and to fifties from 200 on; miles follow from 1000
/// feet or 500 yards on, in tenths up to ten. The number never rises during an approach, and is never `1000 m`.
public struct DistanceLabel: Hashable, Sendable {
    /// The number, such as `1.2`.
    public let number: String
    /// The symbol of the unit: `m`, `km`, `ft`, `yd`, `mi`.
    public let unit: String

    /// Creates the label of a distance.
    ///
    /// - Parameters:
    ///   - meters: The distance.
    ///   - units: The system of units.
    ///   - decimalSeparator: The character before the tenths.
    /// - Returns: `nil` for an invalid distance: not finite, negative, or beyond 100,000 km.
    public init?(meters: Double, units: DisplayUnits = .metric, decimalSeparator: Character = ".") {
        guard meters.isFinite, meters >= 0, meters < 1e8 else { return nil }
        let scale = Scale(units)
        let near = scale.rounded(meters / scale.nearMeters)
        if near < scale.maxNear {
            (number, unit) = ("\(near)", scale.nearUnit)
            return
        }
        let tenths = Int(clamping: (meters / scale.farMeters * 10).rounded())
        unit = scale.farUnit
        if tenths < 100 {
            number = "\(tenths / 10)\(decimalSeparator)\(tenths % 10)"
        } else {
            number = "\(Int(clamping: (meters / scale.farMeters).rounded()))"
        }
    }

    /// The number with its unit.
    public var text: String { "\(number) \(unit)" }
}

/// The small and the large unit of a system, and the rounding steps of the small one.
private struct Scale {
    let nearMeters: Double
    let nearUnit: String
    /// The number of small units from which the large unit is used.
    let maxNear: Int
    let farMeters: Double
    let farUnit: String
    /// The rounding steps, each with its first number. That is a multiple of the steps on both sides, so that rounding
    /// is monotonic.
    let steps: [(from: Double, step: Double)]

    init(_ units: DisplayUnits) {
        switch units {
        case .metric:
            (nearMeters, nearUnit, maxNear, farMeters, farUnit) = (1, "m", 1000, 1000, "km")
            steps = [(0, 5), (10, 10)]
        case .us:
            (nearMeters, nearUnit, maxNear, farMeters, farUnit) = (0.3048, "ft", 1000, 1609.344, "mi")
            steps = [(0, 10), (200, 50)]
        case .uk:
            (nearMeters, nearUnit, maxNear, farMeters, farUnit) = (0.9144, "yd", 500, 1609.344, "mi")
            steps = [(0, 5), (20, 10), (200, 50)]
        }
    }

    func rounded(_ value: Double) -> Int {
        let step = steps.last { $0.from <= value }?.step ?? 1
        return Int(clamping: (value / step).rounded() * step)
    }
}
