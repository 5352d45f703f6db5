/// The direction in which the drive of a vehicle acts.
public enum Gear: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// A forward gear.
    case forward = 1
    /// The reverse gear.
    case reverse = 2
    /// No gear: the vehicle may roll.
    case neutral = 3
    /// The transmission is locked: the vehicle stands.
    case park = 4

    /// The value for an unknown number.
    public static let unrecognized = Gear.unknown
}
