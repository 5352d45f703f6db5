public import NavigationEvents

/// What a control is given when it is made.
public struct ControlContext: Sendable {
    /// Its section of the configuration.
    public let settings: Settings
    /// Where it tells what it did.
    public let reporter: Reporter
    /// Whose guidance it follows.
    public let session: Session
    /// What it still knows after a restart in the middle of a drive.
    public let memory: ControlMemory

    /// Makes a context. Tests give only what they are about.
    public init(
        settings: Settings = Settings(), reporter: Reporter = .silent, session: Session = .main,
        memory: ControlMemory = ControlMemory()
    ) {
        self.settings = settings
        self.reporter = reporter
        self.session = session
        self.memory = memory
    }
}
