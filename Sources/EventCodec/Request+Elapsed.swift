import NavigationEvents

struct ElapsedRequest: DescribedMessage {
    var session: Session
    var time: Timestamp

    init(session: Session, time: Timestamp) {
        self.session = session
        self.time = time
    }

    var request: Request { .elapsed(session, time) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.sfixed64(2, "timeNanoseconds", time.nanosecondsSinceEpoch)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var time = Timestamp(nanosecondsSinceEpoch: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: time = try reader.timestamp("timeNanoseconds")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.time = time
    }
}
