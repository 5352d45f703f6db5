/// A request of a person to the controls and the resulting state: the payload of onCommand. One event carries the whole
/// state.
public struct ControlCommand: Sendable, Hashable {
    /// The request. `nil`: the event carries only the state, for example for a late joiner, which must not repeat old
    /// requests. A request of a later version also reads as `nil`.
    public var action: ControlAction?
    /// Whether announcements are muted from now on.
    public var isMuted: Bool
    /// The amount of announcements from now on; `unknown`: no request was made, and each control uses its own setting.
    public var verbosity: Verbosity

    /// Makes a command.
    public init(action: ControlAction? = nil, isMuted: Bool = false, verbosity: Verbosity = .unknown) {
        self.action = action
        self.isMuted = isMuted
        self.verbosity = verbosity
    }

    /// The command for `action` in the present state: the action updates the state.
    public func updated(by action: ControlAction) -> ControlCommand {
        var next = self
        next.action = action
        switch action {
        case .mute(let isMuted): next.isMuted = isMuted
        case .verbosity(let verbosity): next.verbosity = verbosity
        case .repeatAnnouncement, .calibrate, .say, .playback, .turnPage, .focus: break
        }
        return next
    }

    /// The same state without an action, as a late joiner receives it.
    public var state: ControlCommand { ControlCommand(isMuted: isMuted, verbosity: verbosity) }
}
