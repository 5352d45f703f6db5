public import NavigationEvents

/// What a control is given when it is made.
public struct ControlContext: Sendable {
    /// Its section of the configuration.
    public let settings: Settings
    /// Where it tells what it did.
    public let reporter: Reporter
    /// Whose guidance it follows.
    public let session: Session

    /// Makes a context. Tests give only what they are about.
    public init(
        settings: Settings = Settings(), reporter: Reporter = .silent, session: Session = .main
    ) {
        self.settings = settings
        self.reporter = reporter
        self.session = session
    }
}
