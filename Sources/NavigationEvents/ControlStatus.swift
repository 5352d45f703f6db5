/// What the bus says of one control.
public struct ControlStatus: Sendable, Hashable {
    /// Manifest id ("speech").
    public var control: String
    /// How it fares.
    public var state: ControlState
    /// Its process; 0 if it has none.
    public var processID: Int32
    /// For people: why it failed.
    public var text: String

    /// Makes a status.
    public init(control: String, state: ControlState, processID: Int32 = 0, text: String = "") {
        self.control = control
        self.state = state
        self.processID = processID
        self.text = text
    }
}
