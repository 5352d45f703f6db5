import NavigationEvents

// The messages of requests about speech and reading aloud. Field 1 is the session in each.

struct SayRequest: DescribedMessage {
    var session: Session
    var text: SpokenText

    init(session: Session, text: SpokenText) {
        self.session = session
        self.text = text
    }

    var request: Request { .say(session, text) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "text", text)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var text: SpokenText?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: text = try reader.message("text")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.text = try reader.require(text, "text")
    }
}

struct PlaybackRequest: DescribedMessage {
    var session: Session
    var playback: Playback

    init(session: Session, playback: Playback) {
        self.session = session
        self.playback = playback
    }

    var request: Request { .playback(session, playback) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.enumeration(2, "playback", playback)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        playback = .unrecognized
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: playback = try reader.enumeration("playback")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
    }
}

struct TurnPageRequest: DescribedMessage {
    var session: Session
    var turn: PageTurn

    init(session: Session, turn: PageTurn) {
        self.session = session
        self.turn = turn
    }

    var request: Request { .turnPage(session, turn) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "turn", turn)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var turn: PageTurn?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: turn = try reader.message("turn")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.turn = try reader.require(turn, "turn")
    }
}
