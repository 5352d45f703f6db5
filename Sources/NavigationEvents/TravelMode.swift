/// How the route is travelled.
public enum TravelMode: Int32, OpenEnumeration {
    case unknown = 0
    case car = 1
    case bicycle = 2
    case foot = 3

    /// What an unknown number reads as.
    public static let unrecognized = TravelMode.unknown
}
