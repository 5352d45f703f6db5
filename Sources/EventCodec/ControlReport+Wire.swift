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
        sink.message(8, "range", ifPresent: range.map(TextRange.init))
        sink.uint64(9, "effectNumber", effectNumber)
        sink.message(10, "picture", ifPresent: picture)
        sink.uint64(11, "requestNumber", requestNumber)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var control: String = ""
        var kind: ReportKind = .unrecognized
        var effect: String = ""
        var cue: CueReference?
        var text: String = ""
        var processID: Int32 = 0
        var number: UInt64 = 0
        var range: TextRange?
        var effectNumber: UInt64 = 0
        var picture: ReportedPicture?
        var requestNumber: UInt64 = 0
        while let field = try reader.nextField() {
            switch field {
            case 1: control = try reader.string("control")
            case 2: kind = try reader.enumeration("kind")
            case 3: effect = try reader.string("effect")
            case 4: cue = try reader.message("cue")
            case 5: text = try reader.string("text")
            case 6: processID = try reader.int32("processId")
            case 7: number = try reader.uint64("number")
            case 8: range = try reader.message("range")
            case 9: effectNumber = try reader.uint64("effectNumber")
            case 10: picture = try reader.message("picture")
            case 11: requestNumber = try reader.uint64("requestNumber")
            default: try reader.skip()
            }
        }
        self.init(
            control: control, kind: kind, effect: effect, cue: cue, text: text, processID: processID, number: number,
            range: range?.range, effectNumber: effectNumber, picture: picture,
            requestNumber: requestNumber)
    }
}

/// A part of a text.
struct TextRange: DescribedMessage {
    var range: Range<Int>

    init(_ range: Range<Int>) { self.range = range }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "from", range.lowerBound)
        sink.int32(2, "to", range.upperBound)
    }

    init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        var (from, to) = (0, 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: from = try reader.int("from")
            case 2: to = try reader.int("to")
            default: try reader.skip()
            }
        }
        guard from >= 0, from <= to else { throw WireReader.failure(.outOfRange("\(from)..<\(to)"), "to", at: start) }
        range = from..<to
    }
}
