public import NavigationEvents

extension BusStatus: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.int32(2, "processId", Int(processID))
        sink.double(3, "uptimeSeconds", uptimeSeconds)
        sink.messages(4, "sessions", sessions)
        sink.messages(5, "controls", controls)
        sink.map(6, "counters", counters)
        sink.map(7, "gauges", gauges)
        sink.map(8, "histograms", histograms)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var run: UInt64 = 0
        var processID: Int32 = 0
        var uptimeSeconds: Double = 0
        var sessions: [SessionStatus] = []
        var controls: [ControlStatus] = []
        var counters: [String: UInt64] = [:]
        var gauges: [String: Double] = [:]
        var histograms: [String: Histogram] = [:]
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: processID = try reader.int32("processId")
            case 3: uptimeSeconds = try reader.double("uptimeSeconds")
            case 4: try sessions.append(reader.message("sessions"))
            case 5: try controls.append(reader.message("controls"))
            case 6: try reader.entry("counters", of: &counters)
            case 7: try reader.entry("gauges", of: &gauges)
            case 8: try reader.entry("histograms", of: &histograms)
            default: try reader.skip()
            }
        }
        self.init(
            run: run, processID: processID, uptimeSeconds: uptimeSeconds, sessions: sessions, controls: controls,
            counters: counters, gauges: gauges, histograms: histograms)
    }
}
