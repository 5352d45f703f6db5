/// The heartbeat of a control, sent once a second. All numbers count from the start of its process.
public struct ControlVitals: Sendable, Hashable {
    /// Manifest id of the control ("speech").
    public var control: String
    /// Process id of the control.
    public var processID: Int32
    /// Events delivered to the control.
    public var delivered: UInt64
    /// Gaps detected in the stream of events.
    public var gaps: UInt64
    /// Missed events fetched from the journal.
    public var repaired: UInt64
    /// Events that are lost permanently.
    public var missed: UInt64
    /// Messages that could not be decoded.
    public var malformed: UInt64
    /// Reports discarded because there was no bus for too long.
    public var unsentReports: UInt64
    /// The times from the publishing of an event to the callback of the control, for a bus on the same machine; without
    /// durations if none was measured.
    public var latency: Histogram

    /// Makes a heartbeat.
    public init(
        control: String,
        processID: Int32,
        delivered: UInt64 = 0,
        gaps: UInt64 = 0,
        repaired: UInt64 = 0,
        missed: UInt64 = 0,
        malformed: UInt64 = 0,
        unsentReports: UInt64 = 0,
        latency: Histogram = Histogram()
    ) {
        self.control = control
        self.processID = processID
        self.delivered = delivered
        self.gaps = gaps
        self.repaired = repaired
        self.missed = missed
        self.malformed = malformed
        self.unsentReports = unsentReports
        self.latency = latency
    }
}
