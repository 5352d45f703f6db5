/// The mode of travel along a route.
public enum TravelMode: Int32, OpenEnumeration {
    case unknown = 0
    case car = 1
    case bicycle = 2
    case foot = 3

    /// The value for an unknown number.
    public static let unrecognized = TravelMode.unknown
}
