import NavigationEvents

// The messages of requests with more than one value. Field 1 is the session in each.

/// A request that contains only its session (`StopRequest` and others).
struct SessionRequest: DescribedMessage {
    var session: Session

    init(session: Session) { self.session = session }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
    }
}

extension WireReader {
    mutating func sessionRequest(_ name: StaticString) throws(WireError) -> Session {
        let request: SessionRequest = try message(name)
        return request.session
    }
}

struct ReportRequest: DescribedMessage {
    var session: Session
    var report: ControlReport

    init(session: Session, report: ControlReport) {
        self.session = session
        self.report = report
    }

    var request: Request { .report(session, report) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "report", report)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var report: ControlReport?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: report = try reader.message("report")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.report = try reader.require(report, "report")
    }
}

struct StartRequest: DescribedMessage {
    var session: Session
    var route: Route

    init(session: Session, route: Route) {
        self.session = session
        self.route = route
    }

    var request: Request { .start(session, route) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "route", route)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var route: Route?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: route = try reader.message("route")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.route = try reader.require(route, "route")
    }
}

struct MuteRequest: DescribedMessage {
    var session: Session
    var isMuted: Bool

    init(session: Session, isMuted: Bool) {
        self.session = session
        self.isMuted = isMuted
    }

    var request: Request { .mute(session, isMuted) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.bool(2, "isMuted", isMuted)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        isMuted = false
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: isMuted = try reader.bool("isMuted")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
    }
}

struct VerbosityRequest: DescribedMessage {
    var session: Session
    var verbosity: Verbosity

    init(session: Session, verbosity: Verbosity) {
        self.session = session
        self.verbosity = verbosity
    }

    var request: Request { .verbosity(session, verbosity) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.enumeration(2, "verbosity", verbosity)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        verbosity = .unrecognized
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: verbosity = try reader.enumeration("verbosity")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
    }
}

struct HeartbeatRequest: DescribedMessage {
    var session: Session
    var vitals: ControlVitals

    init(session: Session, vitals: ControlVitals) {
        self.session = session
        self.vitals = vitals
    }

    var request: Request { .heartbeat(session, vitals) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "vitals", vitals)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var vitals: ControlVitals?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: vitals = try reader.message("vitals")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.vitals = try reader.require(vitals, "vitals")
    }
}

struct PositionRequest: DescribedMessage {
    var session: Session
    var fix: Fix

    init(session: Session, fix: Fix) {
        self.session = session
        self.fix = fix
    }

    var request: Request { .position(session, fix) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "fix", fix)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var fix: Fix?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: fix = try reader.message("fix")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.fix = try reader.require(fix, "fix")
    }
}

struct AnswerRouteRequest: DescribedMessage {
    var session: Session
    var answer: RouteAnswer

    init(session: Session, answer: RouteAnswer) {
        self.session = session
        self.answer = answer
    }

    var request: Request { .answerRoute(session, answer) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        sink.message(2, "answer", answer)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        var answer: RouteAnswer?
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: answer = try reader.message("answer")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
        self.answer = try reader.require(answer, "answer")
    }
}
