/// A line of output of a supervised control.
public struct ControlOutput: Sendable, Hashable {
    /// The stream of a line.
    public enum Channel: Sendable, Hashable {
        case standardOutput
        case standardError
    }

    /// Manifest id of the control.
    public var control: String
    /// The stream of the line.
    public var channel: Channel
    /// The line, without the newline.
    public var line: String
}
