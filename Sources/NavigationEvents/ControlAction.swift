/// One request of a person to the controls.
public enum ControlAction: Sendable, Hashable {
    /// Mute spoken announcements, or unmute them.
    case mute(Bool)
    /// Set the amount of announcements from now on.
    case verbosity(Verbosity)
    /// Repeat the announcement that matters now.
    case repeatAnnouncement
    /// Calibrate the heading: its wearer faces true north now.
    case calibrate
    /// Speak this text.
    case say(SpokenText)
    /// Pause, continue or end the text that is read aloud.
    case playback(Playback)
    /// Go to another page of the text that is read aloud.
    case turnPage(PageTurn)
    /// Show another part of the map.
    case focus(MapFocus)

    /// Whether a control has to carry it out. Displays only observe a focus, so the bus cannot know of them.
    public var needsHandler: Bool { if case .focus = self { false } else { true } }

    /// The reason why the action is invalid and what to do; `nil` if it is valid.
    public var problem: String? {
        switch self {
        case .mute, .repeatAnnouncement, .calibrate, .turnPage(.next), .turnPage(.previous): nil
        case .verbosity(.unknown): "this version does not know the verbosity; use silent, alerts or all"
        case .playback(.unknown): "this version does not know the playback action; use pause, continue or stop"
        case .verbosity, .playback: nil
        case .say(let text): text.problem
        case .turnPage(.to(let page)): page > 0 ? nil : "there is no page \(page): pages count from 1"
        case .focus(let focus): focus.problem
        }
    }
}
