/// The direction of an arrow painted on a lane.
public enum LaneShape: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Straight on.
    case straight = 1
    /// 10–45° to the left.
    case slightLeft = 2
    /// 10–45° to the right.
    case slightRight = 3
    /// 45–135° to the left.
    case normalLeft = 4
    /// 45–135° to the right.
    case normalRight = 5
    /// 135–175° to the left.
    case sharpLeft = 6
    /// 135–175° to the right.
    case sharpRight = 7
    /// 175–180° to the left.
    case uTurnLeft = 8
    /// 175–180° to the right.
    case uTurnRight = 9

    /// The value for an unknown number.
    public static let unrecognized = LaneShape.unknown
}
