/// The state of guidance at one fix: the payload of onNavigation.
///
/// One event suffices for a display without a map, for speech and for haptics.
public struct NavigationInfo: Sendable, Hashable {
    /// The maximum number of steps in `remainingSteps`: enough for a list on a display.
    public static let maxRemainingSteps = 5

    /// The state of the navigation.
    public var state: NavigationState
    /// The route that is followed: ``Route/id``.
    public var routeID: String
    /// Whether this is the first event of a new or replaced route.
    public var isRouteChanged: Bool
    /// Whether the destination has been reached; if so, this is the last event of the navigation, except for the one in
    /// the state `stopped`.
    public var isDestinationReached: Bool
    /// The number of stopovers reached so far, the destination included.
    public var stopoversReached: Int
    /// The number of stopovers skipped so far; they do not count in `stopoversReached`.
    public var stopoversSkipped: Int
    /// The reason why the last skipped stopover was skipped; `unknown` if none was.
    public var skipReason: SkipReason
    /// The fix from which the guidance was computed: equal to the onGPS event with the same tick.
    public var fix: Fix
    /// The reliability of the position.
    public var positionStatus: PositionStatus
    /// The radius that contains the true position with a probability of 95 %, metres; `nil` if unknown.
    public var positionRadiusMeters: Double?
    /// The reason why the position is estimated, unreliable or less accurate than usual; `unknown` if there is none.
    public var positionCause: PositionCause
    /// The matched position on the route; `nil` before the first match.
    public var matched: MatchedPosition?
    /// The step with the next maneuver; `nil` unless `state` is `enroute`.
    public var currentStep: Step?
    /// The step after `currentStep`; `nil` if there is none.
    public var nextStep: Step?
    /// The steps after `currentStep`, with `nextStep` first; at most ``maxRemainingSteps``.
    public var remainingSteps: [Step]
    /// Distance and time to the maneuver of the current step; `nil` if there is none.
    public var toManeuver: Remaining?
    /// Distance and time to the next stopover, which may be the destination; `nil` if unknown. Off route, it is
    /// measured from the last known point of the route.
    public var toStopover: Remaining?
    /// Distance and time to the destination; `nil` if unknown. Off route, as for `toStopover`.
    public var toDestination: Remaining?
    /// Metres along the route from the maneuver of the current step to the one after it; `nil` if there is none.
    public var maneuverToNextMeters: Double?
    /// The speed limit at the matched position, from the router; `nil` if unknown.
    public var speedLimit: SpeedLimit?
    /// The name of the street at the matched position; empty if it has none.
    public var currentStreetName: String
    /// Whether the matched position lies in a tunnel.
    public var isInTunnel: Bool
    /// Whether the matched position lies on a ferry or on a train that carries vehicles.
    public var isOnFerry: Bool
    /// Whether the position is off route.
    public var isOffRoute: Bool
    /// Whether the vehicle or person moves against the direction of the route.
    public var isWrongWay: Bool
    /// The straight line to the route while the vehicle or person is on its way to it; otherwise `nil`.
    public var approach: RouteApproach?
    /// The state of the search for another route; `nil` unless `state` is `rerouting`.
    public var rerouting: Rerouting?
    /// The cue that is due; `nil` if none is. It stays in the events until the next stage or the maneuver.
    public var cue: Cue?
    /// The point ahead on the route to steer towards; `nil` if there is none.
    public var lookahead: LookaheadPoint?
    /// The suggested extent of a map around the position, metres; `nil` without a suggestion. It changes by at most a
    /// quarter in a second.
    public var suggestedZoomMeters: Double?

    /// Makes the state of guidance; everything that is not given is absent.
    @inlinable
    public init(
        state: NavigationState,
        routeID: String = "",
        isRouteChanged: Bool = false,
        isDestinationReached: Bool = false,
        stopoversReached: Int = 0,
        stopoversSkipped: Int = 0,
        skipReason: SkipReason = .unknown,
        fix: Fix,
        positionStatus: PositionStatus = .reliable,
        positionRadiusMeters: Double? = nil,
        positionCause: PositionCause = .unknown,
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
        isOnFerry: Bool = false,
        isOffRoute: Bool = false,
        isWrongWay: Bool = false,
        approach: RouteApproach? = nil,
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
        self.stopoversSkipped = stopoversSkipped
        self.skipReason = skipReason
        self.fix = fix
        self.positionStatus = positionStatus
        self.positionRadiusMeters = positionRadiusMeters
        self.positionCause = positionCause
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
        self.isOnFerry = isOnFerry
        self.isOffRoute = isOffRoute
        self.isWrongWay = isWrongWay
        self.approach = approach
        self.rerouting = rerouting
        self.cue = cue
        self.lookahead = lookahead
        self.suggestedZoomMeters = suggestedZoomMeters
    }
}
