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

    /// Why it means nothing, and the way out; `nil` if it does.
    public var problem: String? {
        switch self {
        case .mute, .repeatAnnouncement, .calibrate, .turnPage(.next), .turnPage(.previous): nil
        case .verbosity(.unknown): "no verbosity that this version knows: ask for silent, alerts or all"
        case .playback(.unknown): "no playback that this version knows: ask for pause, continue or a stop"
        case .verbosity, .playback: nil
        case .say(let text): text.problem
        case .turnPage(.to(let page)): page > 0 ? nil : "there is no page \(page): pages count from 1"
        }
    }
}
