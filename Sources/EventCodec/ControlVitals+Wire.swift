public import NavigationEvents

extension ControlVitals: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "control", control)
        sink.int32(2, "processId", Int(processID))
        sink.uint64(3, "delivered", delivered)
        sink.uint64(4, "gaps", gaps)
        sink.uint64(5, "repaired", repaired)
        sink.uint64(6, "missed", missed)
        sink.uint64(7, "malformed", malformed)
        sink.uint64(8, "unsentReports", unsentReports)
        if latency != Histogram() { sink.message(9, "latency", latency) }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(control: "", processID: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: processID = try reader.int32("processId")
            case 3: delivered = try reader.uint64("delivered")
            case 4: gaps = try reader.uint64("gaps")
            case 5: repaired = try reader.uint64("repaired")
            case 6: missed = try reader.uint64("missed")
            case 7: malformed = try reader.uint64("malformed")
            case 8: unsentReports = try reader.uint64("unsentReports")
            case 9: latency = try reader.message("latency")
            default: try reader.skip()
            }
        }
    }
}
