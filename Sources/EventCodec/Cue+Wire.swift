public import NavigationEvents

extension Cue: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "identity", identity)
        sink.enumeration(2, "stage", stage)
        sink.enumeration(3, "subject", subject)
        sink.int32(4, "stepNumber", stepNumber)
        sink.double(5, "distanceMeters", distanceMeters)
        sink.bool(6, "includesNext", includesNext)
        sink.bool(7, "isNextImmediate", isNextImmediate)
        sink.enumeration(8, "priority", priority)
        sink.sfixed64(9, "dueAtNanoseconds", dueAt.nanosecondsSinceEpoch)
        sink.double(10, "validForSeconds", validForSeconds)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Cue(
            identity: 0, stage: .unrecognized, subject: .unrecognized, stepNumber: 0, distanceMeters: 0,
            priority: .unrecognized, dueAt: Timestamp(nanosecondsSinceEpoch: 0), validForSeconds: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: identity = try reader.fixed64("identity")
            case 2: stage = try reader.enumeration("stage")
            case 3: subject = try reader.enumeration("subject")
            case 4: stepNumber = try reader.int("stepNumber")
            case 5: distanceMeters = try reader.double("distanceMeters")
            case 6: includesNext = try reader.bool("includesNext")
            case 7: isNextImmediate = try reader.bool("isNextImmediate")
            case 8: priority = try reader.enumeration("priority")
            case 9: dueAt = try reader.timestamp("dueAtNanoseconds")
            case 10: validForSeconds = try reader.double("validForSeconds")
            default: try reader.skip()
            }
        }
    }
}
