/// The amount of announcements that a person wants.
public enum Verbosity: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// No announcements.
    case silent = 1
    /// Only announcements that require action now.
    case alerts = 2
    /// All announcements.
    case all = 3

    /// The value for an unknown number.
    public static let unrecognized = Verbosity.unknown
}
