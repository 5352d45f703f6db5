/// Where a control was found: who put it there.
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

    /// Whether it lies with `navbus` itself: who trusts the one trusts the other.
    public var isOfNavbus: Bool { self == .checkout || self == .installed }
}
