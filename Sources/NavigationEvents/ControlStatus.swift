/// The status of one control, as the bus reports it.
public struct ControlStatus: Sendable, Hashable {
    /// Manifest id ("speech").
    public var control: String
    /// The state of its process.
    public var state: ControlState
    /// The id of its process; 0 if there is none.
    public var processID: Int32
    /// For people: the reason of a failure; empty if there is none.
    public var text: String
    /// The number of restarts after an unexpected end or a hang.
    public var restarts: UInt32
    /// Seconds since its last heartbeat; `nil` if it has sent no heartbeat.
    public var heartbeatAgeSeconds: Double?
    /// The contents of its last heartbeat; `nil` if it has sent no heartbeat.
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
