/// The version of navbus.
public enum Version {
    /// The version of this build, which all its programs share.
    public static let current = "0.1.0"
}
