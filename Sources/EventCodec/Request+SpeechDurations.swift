import NavigationEvents

struct SpeechRequest: DescribedMessage {
    var session: Session
    var durations: SpeechDurations

    init(session: Session, durations: SpeechDurations) {
        self.session = session
        self.durations = durations
    }

    var request: Request { .speech(session, durations) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "durations", durations)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var durations: SpeechDurations?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: durations = try reader.message("durations")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.durations = try reader.require(durations, "durations")
    }
}
