/// What the bus says of one session.
public struct SessionStatus: Sendable, Hashable {
    /// The session.
    public var session: Session
    /// What its guidance is doing.
    public var state: NavigationState
    /// The route followed; empty if none.
    public var routeID: String
    /// ``Envelope/sequence`` of its last event; 0 if none.
    public var sequence: UInt64
    /// Fixes accepted so far.
    public var fixesAccepted: UInt64
    /// Seconds since the last accepted fix was published; `nil` before the first.
    public var fixAgeSeconds: Double?
    /// What is left to the destination.
    public var toDestination: Remaining?
    /// How the source of its positions fares.
    public var source: SourceState

    /// Makes a status.
    public init(
        session: Session,
        state: NavigationState,
        routeID: String = "",
        sequence: UInt64 = 0,
        fixesAccepted: UInt64 = 0,
        fixAgeSeconds: Double? = nil,
        toDestination: Remaining? = nil,
        source: SourceState = .none
    ) {
        self.session = session
        self.state = state
        self.routeID = routeID
        self.sequence = sequence
        self.fixesAccepted = fixesAccepted
        self.fixAgeSeconds = fixAgeSeconds
        self.toDestination = toDestination
        self.source = source
    }
}
