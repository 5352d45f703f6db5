public import NavigationEvents

extension ControlStatus: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "control", control)
        sink.enumeration(2, "state", state)
        sink.int32(3, "processId", Int(processID))
        sink.string(4, "text", text)
        sink.uint32(5, "restarts", restarts)
        sink.double(6, "heartbeatAgeSeconds", ifPresent: heartbeatAgeSeconds)
        sink.message(7, "vitals", ifPresent: vitals)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var control: String = ""
        var state: ControlState = .unrecognized
        var processID: Int32 = 0
        var text: String = ""
        var restarts: UInt32 = 0
        var heartbeatAgeSeconds: Double?
        var vitals: ControlVitals?
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: state = try reader.enumeration("state")
            case 3: processID = try reader.int32("processId")
            case 4: text = try reader.string("text")
            case 5: restarts = try reader.uint32("restarts")
            case 6: heartbeatAgeSeconds = try reader.double("heartbeatAgeSeconds")
            case 7: vitals = try reader.message("vitals")
            default: try reader.skip()
            }
        }
        self.init(
            control: control, state: state, processID: processID, text: text, restarts: restarts,
            heartbeatAgeSeconds: heartbeatAgeSeconds, vitals: vitals)
    }
}
