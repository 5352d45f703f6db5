/// What the bus says of itself.
public struct BusStatus: Sendable, Hashable {
    /// The run of the bus.
    public var run: UInt64
    /// Process of the bus.
    public var processID: Int32
    /// Seconds since it started.
    public var uptimeSeconds: Double
    /// Its sessions.
    public var sessions: [SessionStatus]
    /// The controls it knows: started by it, or joined.
    public var controls: [ControlStatus]
    /// Counters of what went wrong, by name ("malformed_requests", "dropped_fixes"); zero counters included.
    public var counters: [String: UInt64]
    /// What goes up and down, by name ("peers", "journal_bytes").
    public var gauges: [String: Double]
    /// How long things take, by name ("fix_to_event").
    public var histograms: [String: Histogram]

    /// Makes a status.
    public init(
        run: UInt64,
        processID: Int32,
        uptimeSeconds: Double,
        sessions: [SessionStatus] = [],
        controls: [ControlStatus] = [],
        counters: [String: UInt64] = [:],
        gauges: [String: Double] = [:],
        histograms: [String: Histogram] = [:]
    ) {
        self.run = run
        self.processID = processID
        self.uptimeSeconds = uptimeSeconds
        self.sessions = sessions
        self.controls = controls
        self.counters = counters
        self.gauges = gauges
        self.histograms = histograms
    }
}
