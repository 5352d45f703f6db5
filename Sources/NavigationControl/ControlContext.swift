import EventBus
public import NavigationEvents

/// The dependencies of a control, passed to it when it is made.
public struct ControlContext: Sendable {
    /// The section of the control in the configuration.
    public let settings: Settings
    /// Reports effects, states and errors of the control to the bus.
    public let reporter: Reporter
    /// The session that the control follows.
    public let session: Session
    /// The request endpoint of the bus, for a control with connections of its own.
    public let endpoint: String
    /// The cues and numbers that the control still knows after a restart during a drive.
    public let memory: ControlMemory
    /// The folder for files of the control that last as long as navbus runs; `nil` if there is none.
    public let runFolder: ControlFolder?
    /// Receives the route requests of guidance and answers them; see ``RouterChannel``.
    public let router: any RouterChannel
    /// Sends requests to the bus, such as a repetition or a heading; see ``RequestChannel``.
    public let requests: any RequestChannel

    /// Makes a context. A test passes only the values that it needs.
    public init(
        settings: Settings = Settings(), reporter: Reporter = .silent, session: Session = .main,
        endpoint: String? = nil,
        memory: ControlMemory = ControlMemory(), runFolder: ControlFolder? = nil,
        router: (any RouterChannel)? = nil, requests: (any RequestChannel)? = nil
    ) {
        self.settings = settings
        self.reporter = reporter
        self.session = session
        self.endpoint = endpoint ?? BusEndpoints.standard.requests
        self.memory = memory
        self.runFolder = runFolder
        self.router = router ?? ClosedRouterChannel()
        self.requests = requests ?? ClosedRequestChannel()
    }
}
