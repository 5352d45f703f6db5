/// The whole present moment of guidance, as the payload of onNavigation.
///
/// One of these is enough to draw, speak and feel where one is and what comes: a display without a map
/// needs nothing else.
public struct NavigationInfo: Sendable, Hashable {
    /// The most steps carried in `remainingSteps`: enough for a list on a display.
    public static let mostRemainingSteps = 5

    /// What the guidance loop is doing.
    public var state: NavigationState
    /// The route this speaks of: ``Route/id``.
    public var routeID: String
    /// Whether this is the first event of a new or replaced route.
    public var isRouteChanged: Bool
    /// Whether the destination has been reached; then this is the last event of the navigation.
    public var isDestinationReached: Bool
    /// Stopovers reached so far, the destination included.
    public var stopoversReached: Int
    /// The fix this was computed from: the very one of the onGPS event with the same tick.
    public var fix: Fix
    /// How far the position can be trusted.
    public var positionStatus: PositionStatus
    /// The place on the route; `nil` before it is first found.
    public var matched: MatchedPosition?
    /// The next maneuver; `nil` unless `state` is enroute.
    public var currentStep: Step?
    /// The maneuver after it.
    public var nextStep: Step?
    /// The steps after `currentStep`, `nextStep` first, at most ``mostRemainingSteps``.
    public var remainingSteps: [Step]
    /// Until the current step's maneuver.
    public var toManeuver: Remaining?
    /// Until the next stopover, the destination included.
    public var toStopover: Remaining?
    /// Until the destination.
    public var toDestination: Remaining?
    /// Metres from the current maneuver to the one after it.
    public var maneuverToNextMeters: Double?
    /// Where known.
    public var speedLimit: SpeedLimit?
    /// The street one is on; empty where it has no name.
    public var currentStreetName: String
    /// Whether the matched position lies in a tunnel.
    public var isInTunnel: Bool
    /// Whether the route has been left.
    public var isOffRoute: Bool
    /// Whether the route is travelled against its direction.
    public var isWrongWay: Bool
    /// How the search for another route goes; present while `state` is rerouting.
    public var rerouting: Rerouting?
    /// What is due to be announced, if anything.
    public var cue: Cue?
    /// The point to steer by.
    public var lookahead: LookaheadPoint?
    /// Metres of the surroundings a map should show, for those who draw one.
    public var suggestedZoomMeters: Double?

    /// Makes the moment; what is not given is absent.
    public init(
        state: NavigationState,
        routeID: String = "",
        isRouteChanged: Bool = false,
        isDestinationReached: Bool = false,
        stopoversReached: Int = 0,
        fix: Fix,
        positionStatus: PositionStatus = .reliable,
        matched: MatchedPosition? = nil,
        currentStep: Step? = nil,
        nextStep: Step? = nil,
        remainingSteps: [Step] = [],
        toManeuver: Remaining? = nil,
        toStopover: Remaining? = nil,
        toDestination: Remaining? = nil,
        maneuverToNextMeters: Double? = nil,
        speedLimit: SpeedLimit? = nil,
        currentStreetName: String = "",
        isInTunnel: Bool = false,
        isOffRoute: Bool = false,
        isWrongWay: Bool = false,
        rerouting: Rerouting? = nil,
        cue: Cue? = nil,
        lookahead: LookaheadPoint? = nil,
        suggestedZoomMeters: Double? = nil
    ) {
        self.state = state
        self.routeID = routeID
        self.isRouteChanged = isRouteChanged
        self.isDestinationReached = isDestinationReached
        self.stopoversReached = stopoversReached
        self.fix = fix
        self.positionStatus = positionStatus
        self.matched = matched
        self.currentStep = currentStep
        self.nextStep = nextStep
        self.remainingSteps = remainingSteps
        self.toManeuver = toManeuver
        self.toStopover = toStopover
        self.toDestination = toDestination
        self.maneuverToNextMeters = maneuverToNextMeters
        self.speedLimit = speedLimit
        self.currentStreetName = currentStreetName
        self.isInTunnel = isInTunnel
        self.isOffRoute = isOffRoute
        self.isWrongWay = isWrongWay
        self.rerouting = rerouting
        self.cue = cue
        self.lookahead = lookahead
        self.suggestedZoomMeters = suggestedZoomMeters
    }
}
