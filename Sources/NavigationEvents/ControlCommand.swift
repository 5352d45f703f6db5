/// What a person asks of the controls, and the state of what was asked so far: the payload of onCommand. One event is
/// enough.
public struct ControlCommand: Sendable, Hashable {
    /// What is asked now. `nil`: only the state is told, as to a late joiner, who must not do again what was asked before;
    /// what a later version asks reads as `nil` too.
    public var action: ControlAction?
    /// Whether announcements are muted from now on.
    public var isMuted: Bool
    /// How much is announced from now on; `unknown`: nobody has asked, and each control's own setting holds.
    public var verbosity: Verbosity

    /// Makes a command.
    public init(action: ControlAction? = nil, isMuted: Bool = false, verbosity: Verbosity = .unknown) {
        self.action = action
        self.isMuted = isMuted
        self.verbosity = verbosity
    }

    /// What is told when this is asked for in the present state: what is asked changes the state with it.
    public func followed(by action: ControlAction) -> ControlCommand {
        var next = self
        next.action = action
        switch action {
        case .mute(let isMuted): next.isMuted = isMuted
        case .verbosity(let verbosity): next.verbosity = verbosity
        case .repeatAnnouncement, .calibrate, .say, .playback, .turnPage: break
        }
        return next
    }

    /// The same state with nothing asked: what a late joiner is told.
    public var state: ControlCommand { ControlCommand(isMuted: isMuted, verbosity: verbosity) }
}
