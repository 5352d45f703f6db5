public import NavigationEvents

extension ControlStatus: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "control", control)
        sink.enumeration(2, "state", state)
        sink.int32(3, "processId", Int(processID))
        sink.string(4, "text", text)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var control: String = ""
        var state: ControlState = .unrecognized
        var processID: Int32 = 0
        var text: String = ""
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: state = try reader.enumeration("state")
            case 3: processID = try reader.int32("processId")
            case 4: text = try reader.string("text")
            default: try reader.skip()
            }
        }
        self.init(
            control: control, state: state, processID: processID, text: text)
    }
}
