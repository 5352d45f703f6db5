/// One thing that a person asks of the controls.
public enum ControlAction: Sendable, Hashable {
    /// Mute spoken announcements, or unmute them.
    case mute(Bool)
    /// Announce so much from now on.
    case verbosity(Verbosity)
    /// Say again what matters now.
    case repeatAnnouncement
    /// Calibrate the heading: its wearer faces true north now.
    case calibrate
    /// Say these words.
    case say(SpokenText)
    /// Pause, continue or end what is being read.
    case playback(Playback)
    /// Go to another page of what is being read.
    case turnPage(PageTurn)
}
