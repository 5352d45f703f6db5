public import NavigationEvents

/// A control that carries out commands of people, such as muting or a text to speak.
///
/// The bus refuses a command that no control of the session handles. An observer
/// (``ControlProcess/Joining/asObserver``) receives the commands, but the bus does not count it as handling them.
public protocol HandlesCommands: NavigationControl {
    /// Whether the bus counts the control as handling commands, `true` by default; `false` for a display that only reacts
    /// to `ControlAction.focus`, which the bus publishes in any case.
    static var acceptsCommands: Bool { get }
    /// Called with a command of a person, or, after joining, with the state that follows from earlier commands: the
    /// action is then `nil`. Apply the state of every command, and carry out its action once.
    ///
    /// - Parameter command: The command; an empty one when another run of the bus begins.
    mutating func onCommand(_ command: ControlCommand)
}

extension HandlesCommands {
    /// The bus counts the control.
    public static var acceptsCommands: Bool { true }
}
