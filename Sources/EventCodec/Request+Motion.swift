import NavigationEvents

struct MotionRequest: DescribedMessage {
    var session: Session
    var reading: MotionReading

    init(session: Session, reading: MotionReading) {
        self.session = session
        self.reading = reading
    }

    var request: Request { .motion(session, reading) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "reading", reading)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var reading: MotionReading?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: reading = try reader.message("reading")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.reading = try reader.require(reading, "reading")
    }
}
