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
    /// How often it was started again after it had ended unasked or hung.
    public var restarts: UInt32
    /// Seconds since it was last heard; `nil` if it has not told that it is alive.
    public var heartbeatAgeSeconds: Double?
    /// What it last told of itself.
    public var vitals: ControlVitals?

    /// Makes a status.
    public init(
        control: String, state: ControlState, processID: Int32 = 0, text: String = "", restarts: UInt32 = 0,
        heartbeatAgeSeconds: Double? = nil, vitals: ControlVitals? = nil
    ) {
        self.control = control
        self.state = state
        self.processID = processID
        self.text = text
        self.restarts = restarts
        self.heartbeatAgeSeconds = heartbeatAgeSeconds
        self.vitals = vitals
    }
}
