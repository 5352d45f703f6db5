public import NavigationEvents

extension SessionStatus: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.enumeration(2, "state", state)
        sink.string(3, "routeId", routeID)
        sink.uint64(4, "sequence", sequence)
        sink.uint64(5, "fixesAccepted", fixesAccepted)
        sink.double(6, "fixAgeSeconds", ifPresent: fixAgeSeconds)
        sink.message(7, "toDestination", ifPresent: toDestination)
        sink.enumeration(8, "source", source)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var state: NavigationState = .unrecognized
        var routeID: String = ""
        var sequence: UInt64 = 0
        var fixesAccepted: UInt64 = 0
        var fixAgeSeconds: Double?
        var toDestination: Remaining?
        var source: SourceState = .unrecognized
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: state = try reader.enumeration("state")
            case 3: routeID = try reader.string("routeId")
            case 4: sequence = try reader.uint64("sequence")
            case 5: fixesAccepted = try reader.uint64("fixesAccepted")
            case 6: fixAgeSeconds = try reader.double("fixAgeSeconds")
            case 7: toDestination = try reader.message("toDestination")
            case 8: source = try reader.enumeration("source")
            default: try reader.skip()
            }
        }
        try self.init(
            session: reader.require(session, "session"), state: state, routeID: routeID, sequence: sequence,
            fixesAccepted: fixesAccepted, fixAgeSeconds: fixAgeSeconds, toDestination: toDestination, source: source)
    }
}
