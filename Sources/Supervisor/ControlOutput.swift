/// One line that a supervised control wrote.
public struct ControlOutput: Sendable, Hashable {
    /// Where it was written to.
    public enum Channel: Sendable, Hashable {
        case standardOutput
        case standardError
    }

    /// Manifest id of the control.
    public var control: String
    /// Where it was written to.
    public var channel: Channel
    /// The line, without its end.
    public var line: String
}
