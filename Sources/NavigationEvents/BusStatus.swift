/// The status of the bus: its sessions, its controls and its measurements.
public struct BusStatus: Sendable, Hashable {
    /// The run of the bus: ``Envelope/run``.
    public var run: UInt64
    /// Process id of the bus.
    public var processID: Int32
    /// Seconds since the bus started.
    public var uptimeSeconds: Double
    /// The sessions of the bus.
    public var sessions: [SessionStatus]
    /// The controls that the bus knows: started by its launcher, or joined.
    public var controls: [ControlStatus]
    /// Counters of errors and refusals, by name ("malformed_requests", "dropped_fixes"); zero counters included.
    public var counters: [String: UInt64]
    /// Values that rise and fall, by name ("peers", "journal_bytes").
    public var gauges: [String: Double]
    /// Distributions of durations, by name ("fix_to_event").
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
