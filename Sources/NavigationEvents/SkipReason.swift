/// The reason why a stopover was skipped.
public enum SkipReason: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The vehicle or person continued along the route after the stopover without reaching it.
    case passed = 1
    /// A person or a program requested it.
    case requested = 2

    /// The value for an unknown number.
    public static let unrecognized = SkipReason.unknown
}
