import NavigationEvents

/// A speed as displays write it: `48 km/h`, `30 mph`.
public struct SpeedLabel: Hashable, Sendable {
    /// The number, rounded to an integer.
    public let number: Int
    /// The symbol of the unit: `km/h`, `mph`.
    public let unit: String

    /// Creates the label of a speed.
    ///
    /// - Returns: `nil` for an invalid speed: not finite, negative, or beyond 3000 m/s.
    public init?(metersPerSecond: Double, units: DisplayUnits = .metric) {
        guard metersPerSecond.isFinite, metersPerSecond >= 0, metersPerSecond <= 3000 else { return nil }
        let metersPerUnit = units == .metric ? 1000 : 1609.344
        number = Int(clamping: (metersPerSecond * 3600 / metersPerUnit).rounded())
        unit = Self.unit(of: units)
    }

    /// The symbol of the unit of speed.
    public static func unit(of units: DisplayUnits) -> String { units == .metric ? "km/h" : "mph" }

    /// The number with its unit.
    public var text: String { "\(number) \(unit)" }
}
