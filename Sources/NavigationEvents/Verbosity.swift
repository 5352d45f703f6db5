/// How much a person wants to be told.
public enum Verbosity: Int32, OpenEnumeration {
    case unknown = 0
    case silent = 1
    /// Only what needs action now.
    case alerts = 2
    case all = 3

    /// What an unknown number reads as.
    public static let unrecognized = Verbosity.unknown
}
