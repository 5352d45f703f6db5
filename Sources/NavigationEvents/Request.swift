/// A request of a control, a person or a button to the bus over the request socket.
public enum Request: Sendable, Hashable {
    /// The introduction of a control; the reply is ``Reply/welcome(_:)``.
    case hello(Hello)
    /// A request for missed events; the reply is ``Reply/events(_:unknown:)``.
    case missed(MissedEvents)
    /// A report of a control, published as onControl once even if it is sent several times; the reply is
    /// ``Reply/done``.
    case report(Session, ControlReport)
    /// Start navigation along a route; the reply is ``Reply/done``.
    case start(Session, Route)
    /// Stop navigation; the reply is ``Reply/done``, also if none is active.
    case stop(Session)
    /// A request for the status; the reply is ``Reply/status(_:)``.
    case status
    /// Mute or unmute spoken announcements. Like every command, it is published as onCommand, answered with
    /// ``Reply/done``, and refused if no control of the session accepts commands.
    case mute(Session, Bool)
    /// Repeat the announcement that matters now.
    case repeatAnnouncement(Session)
    /// Set the amount of announcements.
    case verbosity(Session, Verbosity)
    /// Calibrate the heading: its wearer faces true north now.
    case calibrate(Session)
    /// A heartbeat of a control, once a second; there is no reply.
    case heartbeat(Session, ControlVitals)
    /// A position of a source; the reply is ``Reply/done``.
    case position(Session, Fix)
    /// The answer of a router to the request in ``NavigationInfo/rerouting``; the reply is ``Reply/done``.
    case answerRoute(Session, RouteAnswer)
    /// Open a session for one more vehicle or person; the reply is ``Reply/done``, also if the session exists.
    case openSession(Session)
    /// Stop the navigation of a session and close it; the reply is ``Reply/done``.
    case closeSession(Session)
    /// A request for the status of some sessions; the reply is ``Reply/status(_:)`` with these sessions.
    case sessions(SessionQuery)
    /// Speak this text; the reply is ``Reply/done`` when the command has been published.
    case say(Session, SpokenText)
    /// Pause, continue or end the text that is read aloud.
    case playback(Session, Playback)
    /// Go to another page of the text that is read aloud.
    case turnPage(Session, PageTurn)
    /// A heading of a compass, published as onHeading; the reply is ``Reply/done``.
    case heading(Session, HeadingReading)
    /// A part of a request that is too large for one frame; the reply to the last part is the reply to the whole.
    case part(RequestPart)
    /// Skip the next stopover; the reply is ``Reply/done``, also if there is none before the destination.
    case skipStopover(Session)
    /// A reading of motion sensors, an input of guidance; the reply is ``Reply/done``.
    case motion(Session, MotionReading)
    /// The time that a speech control needs for the announcements of the route, an input of guidance; the reply is
    /// ``Reply/done``.
    case speech(Session, SpeechDurations)
    /// Time has passed without a position, in a session whose time passes with its requests alone; the reply is
    /// ``Reply/done``.
    case elapsed(Session, Timestamp)
    /// The session continues from a compact record of its state, in a session whose time passes with its requests alone; the
    /// reply is ``Reply/record(_:)``.
    case checkpoint(Session)
    /// Opens a session from a record; the reply is ``Reply/done``.
    case restoreSession(SessionRecord)
    /// The words for an instruction; the reply is ``Reply/description(_:)``.
    case describe(Session, DescriptionQuery)
    /// Show another part of the map. Like every command, it is published as onCommand.
    case focus(Session, MapFocus)
}
