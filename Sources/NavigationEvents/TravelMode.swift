/// The mode of travel along a route.
public enum TravelMode: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// By car.
    case car = 1
    /// By bicycle.
    case bicycle = 2
    /// On foot.
    case foot = 3

    /// The value for an unknown number.
    public static let unrecognized = TravelMode.unknown
}
