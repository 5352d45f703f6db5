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
    /// Where it may keep a file of its own for as long as navbus runs; `nil` where there is no folder.
    public let runFolder: ControlFolder?
    /// Where a router hears what it is asked; see ``RouterLine``.
    public let router: any RouterLine
    /// Where it asks of the bus what a person would; see ``RequestLine``.
    public let requests: any RequestLine

    /// Makes a context. Tests give only what they are about.
    public init(
        settings: Settings = Settings(), reporter: Reporter = .silent, session: Session = .main,
        memory: ControlMemory = ControlMemory(), runFolder: ControlFolder? = nil,
        router: (any RouterLine)? = nil, requests: (any RequestLine)? = nil
    ) {
        self.settings = settings
        self.reporter = reporter
        self.session = session
        self.memory = memory
        self.runFolder = runFolder
        self.router = router ?? ClosedRouterLine()
        self.requests = requests ?? ClosedRequestLine()
    }
}
