public import NavigationEvents

extension ControlReport: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "control", control)
        sink.enumeration(2, "kind", kind)
        sink.string(3, "effect", effect)
        sink.message(4, "cue", ifPresent: cue)
        sink.string(5, "text", text)
        sink.int32(6, "processId", Int(processID))
        sink.uint64(7, "number", number)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var control: String = ""
        var kind: ReportKind = .unrecognized
        var effect: String = ""
        var cue: CueReference?
        var text: String = ""
        var processID: Int32 = 0
        var number: UInt64 = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: kind = try reader.enumeration("kind")
            case 3: effect = try reader.string("effect")
            case 4: cue = try reader.message("cue")
            case 5: text = try reader.string("text")
            case 6: processID = try reader.int32("processId")
            case 7: number = try reader.uint64("number")
            default: try reader.skip()
            }
        }
        self.init(
            control: control, kind: kind, effect: effect, cue: cue, text: text, processID: processID, number: number)
    }
}
