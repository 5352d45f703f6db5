/// The place where a control was found, which tells who installed it.
public enum ControlOrigin: String, Sendable, Hashable, CaseIterable {
    /// A folder of `NAVBUS_CONTROLS_PATH`.
    case variable
    /// The folder of the user, `~/.local/share/navbus/controls`.
    case user
    /// The checkout in which the running `navbus` was built.
    case checkout
    /// The installation of the running `navbus`.
    case installed
    /// `/usr/lib/navbus/controls`.
    case system

    /// Whether the place belongs to `navbus` itself, and so has the same trust.
    public var isOfNavbus: Bool { self == .checkout || self == .installed }
}
