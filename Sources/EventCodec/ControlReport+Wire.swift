public import NavigationEvents

extension ControlReport: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "control", control)
        sink.enumeration(2, "kind", kind)
        sink.string(3, "effect", effect)
        sink.message(4, "cue", ifPresent: cue)
        sink.string(5, "text", text)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var control: String = ""
        var kind: ReportKind = .unrecognized
        var effect: String = ""
        var cue: CueReference?
        var text: String = ""
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: kind = try reader.enumeration("kind")
            case 3: effect = try reader.string("effect")
            case 4: cue = try reader.message("cue")
            case 5: text = try reader.string("text")
            default: try reader.skip()
            }
        }
        self.init(
            control: control, kind: kind, effect: effect, cue: cue, text: text)
    }
}
