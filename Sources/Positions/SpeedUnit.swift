/// The unit in which a receiver reports its speed.
public enum SpeedUnit: Sendable, Hashable, CaseIterable {
    /// The unit of the contract.
    case metersPerSecond
    /// Nautical miles per hour: NMEA sentences contain them.
    case knots
    /// Kilometres per hour.
    case kilometersPerHour

    /// The number of units in one metre per second.
    package var perMeterPerSecond: Double {
        switch self {
        case .metersPerSecond: 1
        case .knots: 3600 / 1852
        case .kilometersPerHour: 3.6
        }
    }
}
