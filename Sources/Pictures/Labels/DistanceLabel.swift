import NavigationEvents

/// A distance as displays write it: `300 m`, `1.2 km`, `400 ft`, `0.5 mi`.
///
/// Rounded so that what is read while approaching never rises, and never says `1000 m`: tens of metres (fives below ten)
/// up to a kilometre, tenths of a kilometre up to ten, then whole ones. Feet and yards are rounded to fives and tens when
/// near and to fifties from 200 on; miles follow from 1000 feet or 500 yards on, tenths up to ten.
public struct DistanceLabel: Hashable, Sendable {
    /// The number, such as `1.2`.
    public let number: String
    /// The sign of its unit: `m`, `km`, `ft`, `yd`, `mi`.
    public let unit: String

    /// Makes the label of a distance in metres.
    ///
    /// - Parameter decimalSeparator: Between the whole and the tenths; one sign.
    /// - Returns: `nil` for what is no distance: not finite, negative, or beyond 100,000 km.
    public init?(meters: Double, units: DisplayUnits = .metric, decimalSeparator: Character = ".") {
        guard meters.isFinite, meters >= 0, meters < 1e8 else { return nil }
        let scale = Scale(units)
        let near = scale.rounded(meters / scale.nearMeters)
        if near < scale.mostNear {
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

    /// Number and unit.
    public var text: String { "\(number) \(unit)" }
}

/// The small and the large unit of a system, and the steps of the small one.
private struct Scale {
    let nearMeters: Double
    let nearUnit: String
    /// From this number on the large unit is used.
    let mostNear: Int
    let farMeters: Double
    let farUnit: String
    /// From which number on what is rounded to; each beginning is a multiple of the steps on both its sides, so that the
    /// rounded number never falls while the true one rises.
    let steps: [(from: Double, step: Double)]

    init(_ units: DisplayUnits) {
        switch units {
        case .metric:
            (nearMeters, nearUnit, mostNear, farMeters, farUnit) = (1, "m", 1000, 1000, "km")
            steps = [(0, 5), (10, 10)]
        case .us:
            (nearMeters, nearUnit, mostNear, farMeters, farUnit) = (0.3048, "ft", 1000, 1609.344, "mi")
            steps = [(0, 10), (200, 50)]
        case .uk:
            (nearMeters, nearUnit, mostNear, farMeters, farUnit) = (0.9144, "yd", 500, 1609.344, "mi")
            steps = [(0, 5), (20, 10), (200, 50)]
        }
    }

    func rounded(_ value: Double) -> Int {
        let step = steps.last { $0.from <= value }?.step ?? 1
        return Int(clamping: (value / step).rounded() * step)
    }
}
