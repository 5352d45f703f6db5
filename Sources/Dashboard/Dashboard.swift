public import NavigationEvents
import Pictures

/// The state of a display, as a value, computed from events and reports.
///
///     var dashboard = Dashboard()
///     dashboard.update(info, at: .now)       // onNavigation: contains everything to draw
///     dashboard.tick(at: .now)             // once a second: applies the timeouts
///     draw(dashboard.instruction)
///
/// It uses no device and no clock: every change has the ``Moment`` of its arrival. All texts are safe to display:
/// characters that control a terminal or the writing direction are replaced by spaces (``Swift/String/displayable``),
/// so that offsets in a text stay valid.
public struct Dashboard: Sendable, Hashable {
    /// The seconds without an event after which the display counts as stale and shows no instruction.
    public static let staleSeconds = 5.0
    /// The seconds for which the latest utterance is shown after its end.
    public static let lastUtteranceSeconds = 60.0
    /// The maximum number of problems kept.
    public static let maxProblems = 8

    /// The guided vehicle or person.
    public let session: Session

    // MARK: - Navigation

    /// The phase of the navigation.
    public internal(set) var phase = Phase.idle
    /// Whether ``phase`` is known: a display that joins a drive learns it from the first event, or from a status
    /// without a drive.
    public internal(set) var isPhaseKnown = false
    /// Whether a navigation is active and its destination not reached.
    public var isNavigating: Bool { phase == .guiding || phase == .rerouting }
    /// The next maneuver; `nil` unless ``phase`` is guiding, or arrived and not stopped yet. Also `nil` after
    /// ``staleSeconds`` of silence, because the position is unknown then, until the next event.
    public internal(set) var instruction: Instruction?
    /// The maneuvers after it, in order; at most ``NavigationInfo/maxRemainingSteps``.
    public internal(set) var later: [LaterManeuver] = []
    /// The lanes of the next maneuver, within the distance of ``LaneChoice``; else empty.
    public var lanes: [Lane] { laneChoice.lanes }
    /// The search for another route, while ``phase`` is rerouting and guidance reports one. Its failure can be shown.
    public internal(set) var rerouting: Rerouting?
    /// The active route; `nil` without one, or if its start was not received.
    public internal(set) var route: ShownRoute?
    /// The name of the destination, also after the arrival; empty without one.
    public internal(set) var destination = ""
    /// The distance and duration to the destination.
    public internal(set) var toDestination: Remaining?
    /// The estimated time of arrival at the destination: the time of the fix plus the remaining duration.
    public internal(set) var arrival: Timestamp?
    /// The distance and duration to the next stopover; `nil` if that is the destination.
    public internal(set) var toStopover: Remaining?
    /// The estimated time of arrival at the next stopover; `nil` if that is the destination.
    public internal(set) var stopoverArrival: Timestamp?
    /// The name of the next stopover; empty without one, or if that is the destination.
    public internal(set) var stopover = ""

    /// The stopovers that are still to be reached, the destination last; empty without a route.
    public internal(set) var remainingStopovers: [Stopover] = []

    /// The part of the map that a person has asked for, without steps: of those it has their point. Until then, and after a
    /// change of the navigation, it is the position.
    public internal(set) var focus = MapFocus.position

    // MARK: - Position

    /// The latest fix, also without a navigation.
    public internal(set) var fix: Fix?
    /// The arrival of the latest fix.
    public internal(set) var fixAt: Moment?
    /// The reliability of the position that guidance uses; unknown without a navigation.
    public internal(set) var positionStatus = PositionStatus.unknown
    /// The matched position on the route.
    public internal(set) var matched: MatchedPosition?
    /// The name of the current street; empty without one.
    public internal(set) var currentStreet = ""
    /// The speed, at least 0; `nil` if the receiver reports none.
    public internal(set) var speedMetersPerSecond: Double?
    /// The speed limit of the current road; `nil` if the map has none.
    public internal(set) var speedLimit: SpeedLimit?
    /// Whether the speed is above the limit, with a hysteresis.
    public internal(set) var isOverLimit = false
    /// Whether the vehicle is in a tunnel.
    public internal(set) var isInTunnel = false
    /// Whether the vehicle is on a ferry.
    public internal(set) var isOnFerry = false
    /// The distance ahead that a map shows at least, metres; `nil` without guidance.
    public internal(set) var suggestedZoomMeters: Double?
    /// The straight line to the route while the vehicle is on its way to it.
    public internal(set) var approach: RouteApproach?
    /// Whether the vehicle is off route.
    public internal(set) var isOffRoute = false
    /// Whether the vehicle follows the route against its direction.
    public internal(set) var isWrongWay = false

    // MARK: - Controls

    /// The utterance that sounds now; without one, the latest paused one.
    public var activeUtterance: ActiveUtterance? { utterances.last { !$0.isPaused } ?? utterances.last }
    /// The latest utterance, also while it sounds. Removed ``lastUtteranceSeconds`` after its end, and by a start, a stop,
    /// leaving the route, and the maneuver.
    public internal(set) var lastUtterance: LastUtterance?
    /// The page of a book that is read now; `nil` if none is.
    public internal(set) var page: ShownPage?
    /// The current pulse.
    public var pulse: ActivePulse? { pulses.last }
    /// The controls of the bus, by name; empty before its first status.
    public internal(set) var controls: [ControlHealth] = []
    /// The reported problems, the latest first; at most ``maxProblems``.
    public internal(set) var problems: [ReportedProblem] = []

    // MARK: - Bus

    /// Whether the bus is reachable: it has answered or sent an event.
    public internal(set) var isBusAlive = false
    /// The moment since which the bus does not answer; `nil` while it does, and before its first answer.
    public internal(set) var busGoneSince: Moment?
    /// The state of the source of positions.
    public internal(set) var source = SourceState.unknown
    /// Whether the display is out of date: no event for ``staleSeconds``, or no bus.
    public internal(set) var isStale = false
    /// The arrival of the latest event before the silence; `nil` unless ``isStale``.
    public var silentSince: Moment? { isStale ? lastEventAt ?? busGoneSince : nil }
    /// The arrival of the latest fix or guidance.
    public internal(set) var lastEventAt: Moment?

    var laneChoice = LaneChoice()
    var utterances: [ActiveUtterance] = []
    var pulses: [ActivePulse] = []
    var routesSeen = 0
    var busRun: UInt64?
    var lastStatusAt: Moment?

    /// Creates an empty dashboard.
    ///
    /// - Parameter session: The session whose navigation it shows.
    public init(session: Session = .main) { self.session = session }
}
