/// The amount of announcements that a person wants.
public enum Verbosity: Int32, OpenEnumeration {
    case unknown = 0
    case silent = 1
    /// Only announcements that require action now.
    case alerts = 2
    case all = 3

    /// The value for an unknown number.
    public static let unrecognized = Verbosity.unknown
}
