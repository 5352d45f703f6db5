/// What a control, a person or a button asks of the bus over the request channel.
public enum Request: Sendable, Hashable {
    /// A control introduces itself; answered with ``Reply/welcome(_:)``.
    case hello(Hello)
    /// Asks for events that were missed; answered with ``Reply/events(_:unknown:)``.
    case missed(MissedEvents)
    /// A control reports; published as onControl once, however often it is sent, and answered with ``Reply/done``.
    case report(Session, ControlReport)
    /// Start navigation along a route; answered with ``Reply/done``.
    case start(Session, Route)
    /// Stop navigation; answered with ``Reply/done``, also when none is active.
    case stop(Session)
    /// Answered with ``Reply/status(_:)``.
    case status
    /// Mute or unmute spoken announcements. As all that people ask of the controls it is published as onCommand, answered
    /// with ``Reply/done``, and refused if no control of the session takes it.
    case mute(Session, Bool)
    /// Say again what matters now.
    case repeatAnnouncement(Session)
    /// Set how much is announced.
    case verbosity(Session, Verbosity)
    /// Calibrate the heading: its wearer faces true north now.
    case calibrate(Session)
    /// A control says that it is alive, once a second; not answered.
    case heartbeat(Session, ControlVitals)
    /// A source sends a position; answered with ``Reply/done``.
    case position(Session, Fix)
    /// A router answers what guidance asked for in ``NavigationInfo/rerouting``; answered with ``Reply/done``.
    case answerRoute(Session, RouteAnswer)
    /// Guide one more vehicle or person on this bus; answered with ``Reply/done``, also when it is there already.
    case openSession(Session)
    /// Guide it no longer: its navigation is stopped, and its session ends; answered with ``Reply/done``.
    case closeSession(Session)
    /// Asks for the status of some sessions; answered with ``Reply/status(_:)``, whose sessions are these.
    case sessions(SessionQuery)
    /// Say these words; answered with ``Reply/done`` when a control has been asked to.
    case say(Session, SpokenText)
    /// Pause, continue or end what is being read.
    case playback(Session, Playback)
    /// Go to another page of what is being read.
    case turnPage(Session, PageTurn)
    /// A compass says where the device points; published as onHeading, and answered with ``Reply/done``.
    case heading(Session, HeadingReading)
    /// A part of a request that is too large for one frame; the last part is answered, by the answer to the whole.
    case part(RequestPart)
}
