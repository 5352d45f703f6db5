/// The units of distances in a request.
public enum Units: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Meters and kilometers.
    case metric = 1
    /// Feet and miles.
    case us = 2
    /// Yards and miles.
    case uk = 3

    /// The value for an unknown number.
    public static let unrecognized = Units.unknown

    /// The system of units; `nil` if none is given.
    public var system: UnitSystem? {
        switch self {
        case .unknown: nil
        case .metric: .metric
        case .us: .us
        case .uk: .uk
        }
    }
}
