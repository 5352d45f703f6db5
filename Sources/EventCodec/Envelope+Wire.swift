public import NavigationEvents

extension Envelope: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.fixed64(1, "run", run)
        sink.uint64(2, "sequence", sequence)
        sink.uint64(3, "topicSequence", topicSequence)
        sink.string(4, "session", session.name)
        sink.fixed64(5, "monotonicNanoseconds", monotonicNanoseconds)
        sink.sfixed64(6, "publishedAtNanoseconds", publishedAt.nanosecondsSinceEpoch)
        sink.uint64(7, "tick", tick)
        switch event {
        case .gps(let fix): sink.message(8, "gps", fix)
        case .navigation(let info): sink.message(9, "navigation", info)
        case .navigationStarted(let route): sink.message(10, "navigationStarted", route)
        case .navigationStopped(let reason):
            sink.message(11, "navigationStopped", NavigationStopped(reason: reason))
        case .control(let report): sink.message(12, "control", report)
        case .command(let command): sink.message(13, "command", command)
        case .heading(let heading): sink.message(14, "heading", heading)
        }
        sink.sfixed64(15, "fixTimeNanoseconds", ifPresent: fixTime?.nanosecondsSinceEpoch)
    }

    /// Reads a message up to the end of the reader. An event of a kind that this version does not know is a
    /// ``WireError`` with the problem `missing`. In lists such an envelope is omitted.
    public init(from reader: inout WireReader) throws(WireError) {
        guard let envelope = try Self.ifKnown(from: &reader) else {
            throw WireReader.failure(.missing, "event", at: reader.position)
        }
        self = envelope
    }

    /// Reads an envelope; `nil` if this version does not know the kind of its event.
    static func ifKnown(from reader: inout WireReader) throws(WireError) -> Envelope? {
        var run: UInt64 = 0
        var sequence: UInt64 = 0
        var topicSequence: UInt64 = 0
        var session: Session?
        var monotonicNanoseconds: UInt64 = 0
        var publishedAt = Timestamp(nanosecondsSinceEpoch: 0)
        var tick: UInt64 = 0
        var event: Event?
        var fixTime: Timestamp?
        while let field = try reader.nextField() {
            switch field {
            case 1: run = try reader.fixed64("run")
            case 2: sequence = try reader.uint64("sequence")
            case 3: topicSequence = try reader.uint64("topicSequence")
            case 4: session = try reader.session("session")
            case 5: monotonicNanoseconds = try reader.fixed64("monotonicNanoseconds")
            case 6: publishedAt = try reader.timestamp("publishedAtNanoseconds")
            case 7: tick = try reader.uint64("tick")
            case 8: event = try .gps(reader.message("gps"))
            case 9: event = try .navigation(reader.message("navigation"))
            case 10: event = try .navigationStarted(reader.message("navigationStarted"))
            case 11: event = try .navigationStopped((reader.message("navigationStopped") as NavigationStopped).reason)
            case 12: event = try .control(reader.message("control"))
            case 13: event = try .command(reader.message("command"))
            case 14: event = try .heading(reader.message("heading"))
            case 15: fixTime = try reader.timestamp("fixTimeNanoseconds")
            default: try reader.skip()
            }
        }
        guard let event else { return nil }
        return try Envelope(
            run: run, sequence: sequence, topicSequence: topicSequence, session: reader.require(session, "session"),
            monotonicNanoseconds: monotonicNanoseconds, publishedAt: publishedAt, tick: tick, event: event,
            fixTime: fixTime)
    }
}
