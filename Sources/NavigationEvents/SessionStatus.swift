/// The status of one session, as the bus reports it.
public struct SessionStatus: Sendable, Hashable {
    /// The session.
    public var session: Session
    /// The state of its navigation.
    public var state: NavigationState
    /// The id of the route that is followed; empty if there is none.
    public var routeID: String
    /// ``Envelope/sequence`` of its last event; 0 if it has none.
    public var sequence: UInt64
    /// The number of fixes accepted so far.
    public var fixesAccepted: UInt64
    /// Seconds since the last accepted fix was published; `nil` before the first.
    public var fixAgeSeconds: Double?
    /// Distance and time to the destination; `nil` while no navigation is active.
    public var toDestination: Remaining?
    /// The state of the source of its positions.
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
