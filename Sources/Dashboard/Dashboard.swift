public import NavigationEvents
import Pictures

/// What a display shows, as a value: events and reports in, what is to be seen out.
///
///     var dashboard = Dashboard()
///     dashboard.take(info, at: .now)       // onNavigation: enough to draw everything
///     dashboard.tick(at: .now)             // once a second: what has gone silent is noticed
///     draw(dashboard.instruction)
///
/// It touches no device and looks at no clock: every change comes with the ``Moment`` at which it came. All texts can
/// be shown as they are: characters that steer a terminal or turn the direction of writing have been taken out
/// (``Swift/String/displayable``), one for one, so that places in a text stay right.
public struct Dashboard: Sendable, Hashable {
    /// Seconds without any event after which what is shown counts as stale, and no instruction is shown.
    public static let staleSeconds = 5.0
    /// Seconds after its end for which what was said last is shown.
    public static let lastSaidSeconds = 60.0
    /// How many troubles are remembered.
    public static let mostTroubles = 8

    /// The guided vehicle or person.
    public let session: Session

    // What comes.

    /// What the display is about.
    public internal(set) var phase = Phase.idle
    /// Whether ``phase`` has been told: who joins a drive does not know of it before its first event, or a status without
    /// one.
    public internal(set) var isPhaseKnown = false
    /// Whether a destination is on its way to be reached.
    public var isNavigating: Bool { phase == .guiding || phase == .rerouting }
    /// The next maneuver; `nil` unless ``phase`` is guiding, or arrived and not stopped yet. `nil` too after
    /// ``staleSeconds`` of silence: nobody knows then where one is. It is back with the next event.
    public internal(set) var instruction: Instruction?
    /// The maneuvers after it, the very next first; at most ``NavigationInfo/mostRemainingSteps``.
    public internal(set) var later: [LaterManeuver] = []
    /// The lanes to show: those of the next maneuver while they matter (``LaneChoice``); else empty.
    public var lanes: [Lane] { laneChoice.lanes }
    /// The search for another route; present while ``phase`` is rerouting and it is told. Its failure can be shown.
    public internal(set) var rerouting: Rerouting?
    /// The route that is followed; `nil` without one, or if its start was not heard.
    public internal(set) var route: ShownRoute?
    /// Name of the destination where the route has one, also after the arrival; else empty.
    public internal(set) var destination = ""
    /// Until the destination.
    public internal(set) var toDestination: Remaining?
    /// When the destination is reached: the time of the fix and what remains.
    public internal(set) var arrival: Timestamp?
    /// Until the next stopover; `nil` where that is the destination.
    public internal(set) var toStopover: Remaining?
    /// When the next stopover is reached; `nil` where that is the destination.
    public internal(set) var stopoverArrival: Timestamp?
    /// Name of the next stopover where it has one and is not the destination; else empty.
    public internal(set) var stopover = ""

    // Where one is.

    /// The latest fix; also without a navigation.
    public internal(set) var fix: Fix?
    /// When it came.
    public internal(set) var fixAt: Moment?
    /// How far the position under the guidance can be trusted; unknown without a navigation.
    public internal(set) var positionStatus = PositionStatus.unknown
    /// The place on the route.
    public internal(set) var matched: MatchedPosition?
    /// The street one is on; empty where it has no name.
    public internal(set) var currentStreet = ""
    /// At least 0; `nil` if the receiver does not say.
    public internal(set) var speedMetersPerSecond: Double?
    /// Where known.
    public internal(set) var speedLimit: SpeedLimit?
    /// Whether one is faster than the limit allows; it does not flicker around it.
    public internal(set) var isOverLimit = false
    /// Whether one is in a tunnel.
    public internal(set) var isInTunnel = false
    /// Whether the route has been left.
    public internal(set) var isOffRoute = false
    /// Whether the route is travelled against its direction.
    public internal(set) var isWrongWay = false

    // What the controls do.

    /// The utterance that sounds now, or is paused while none sounds.
    public var saying: Saying? { utterances.last { !$0.isPaused } ?? utterances.last }
    /// The latest utterance, also while it sounds; not for longer than ``lastSaidSeconds`` after its end, nor beyond the
    /// way that it was said of: a start, a stop, and leaving the route.
    public internal(set) var lastSaid: LastSaid?
    /// What is felt now.
    public var pulse: FeltPulse? { pulses.last }
    /// The controls that the bus knows, by name; empty before it has told.
    public internal(set) var controls: [ControlHealth] = []
    /// What went wrong lately, the latest first; at most ``mostTroubles``.
    public internal(set) var troubles: [Trouble] = []

    // How the bus fares.

    /// Whether a bus is there: it has answered, or something came from it.
    public internal(set) var isBusAlive = false
    /// Since when the bus does not answer; `nil` while it does, and before it first did.
    public internal(set) var busGoneSince: Moment?
    /// How the source of the positions fares.
    public internal(set) var source = SourceState.unknown
    /// Whether what is shown may be wrong by now: nothing has come for ``staleSeconds``, or there is no bus.
    public internal(set) var isStale = false
    /// Since when nothing has come; `nil` unless ``isStale``.
    public var silentSince: Moment? { isStale ? lastEventAt ?? busGoneSince : nil }
    /// When the latest fix or guidance came.
    public internal(set) var lastEventAt: Moment?

    var laneChoice = LaneChoice()
    var utterances: [Saying] = []
    var pulses: [FeltPulse] = []
    var routesSeen = 0
    var busRun: UInt64?
    var lastStatusAt: Moment?

    /// Makes an empty display.
    ///
    /// - Parameter session: Whose navigation it shows.
    public init(session: Session = .main) { self.session = session }
}
