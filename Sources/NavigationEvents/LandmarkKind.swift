/// A kind of landmark.
public enum LandmarkKind: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Traffic lights, also those of a crossing for walkers.
    case trafficLight = 1
    /// A stop sign.
    case stopSign = 2
    /// A level crossing.
    case levelCrossing = 3
    /// A bridge on which the road runs.
    case bridge = 4
    /// A church.
    case church = 5
    /// A mosque.
    case mosque = 6
    /// A synagogue.
    case synagogue = 7
    /// A temple.
    case temple = 8
    /// A fuel station.
    case fuel = 9
    /// A railway station.
    case station = 10
    /// Stairs upward, at the maneuver.
    case stairsUp = 11
    /// Stairs downward, at the maneuver.
    case stairsDown = 12
    /// A crossing for walkers with traffic lights, on a route of a walker.
    case signalCrossing = 13
    /// A crossing for walkers without traffic lights, on a route of a walker.
    case crossing = 14

    /// The value for an unknown number.
    public static let unrecognized = LandmarkKind.unknown
}
