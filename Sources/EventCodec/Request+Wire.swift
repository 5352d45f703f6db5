public import NavigationEvents

extension Request: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .hello(let hello): sink.message(1, "hello", hello)
        case .missed(let run): sink.message(2, "missed", run)
        case .report(let session, let report):
            sink.message(3, "report", ReportRequest(session: session, report: report))
        case .start(let session, let route): sink.message(4, "start", StartRequest(session: session, route: route))
        case .stop(let session): sink.message(5, "stop", SessionRequest(session: session))
        case .status: sink.message(6, "status", EmptyMessage())
        case .mute(let session, let isMuted):
            sink.message(7, "mute", MuteRequest(session: session, isMuted: isMuted))
        case .repeatAnnouncement(let session):
            sink.message(8, "repeatAnnouncement", SessionRequest(session: session))
        case .verbosity(let session, let verbosity):
            sink.message(9, "verbosity", VerbosityRequest(session: session, verbosity: verbosity))
        case .calibrate(let session): sink.message(10, "calibrate", SessionRequest(session: session))
        case .heartbeat(let session, let vitals):
            sink.message(11, "heartbeat", HeartbeatRequest(session: session, vitals: vitals))
        case .position(let session, let fix):
            sink.message(12, "position", PositionRequest(session: session, fix: fix))
        case .answerRoute(let session, let answer):
            sink.message(13, "answerRoute", AnswerRouteRequest(session: session, answer: answer))
        case .openSession(let session): sink.message(14, "openSession", SessionRequest(session: session))
        case .closeSession(let session): sink.message(15, "closeSession", SessionRequest(session: session))
        case .sessions(let query): sink.message(16, "sessions", query)
        case .say(let session, let text): sink.message(17, "say", SayRequest(session: session, text: text))
        case .playback(let session, let playback):
            sink.message(18, "playback", PlaybackRequest(session: session, playback: playback))
        case .turnPage(let session, let turn):
            sink.message(19, "turnPage", TurnPageRequest(session: session, turn: turn))
        case .heading(let session, let reading):
            sink.message(20, "heading", HeadingRequest(session: session, reading: reading))
        case .part(let part): sink.message(21, "part", part)
        case .skipStopover(let session): sink.message(22, "skipStopover", SessionRequest(session: session))
        case .motion(let session, let reading):
            sink.message(23, "motion", MotionRequest(session: session, reading: reading))
        case .speech(let session, let durations):
            sink.message(24, "speech", SpeechRequest(session: session, durations: durations))
        case .elapsed(let session, let time):
            sink.message(25, "elapsed", ElapsedRequest(session: session, time: time))
        case .checkpoint(let session): sink.message(26, "checkpoint", SessionRequest(session: session))
        case .restoreSession(let record): sink.message(27, "restoreSession", record)
        case .describe(let session, let query):
            sink.message(28, "describe", DescribeRequest(session: session, query: query))
        case .focus(let session, let focus):
            sink.message(29, "focus", FocusRequest(session: session, focus: focus))
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var request: Request?
        while let field = try reader.nextField() {
            switch field {
            case 1: request = try .hello(reader.message("hello"))
            case 2: request = try .missed(reader.message("missed"))
            case 3: request = try (reader.message("report") as ReportRequest).request
            case 4: request = try (reader.message("start") as StartRequest).request
            case 5: request = try .stop(reader.sessionRequest("stop"))
            case 6: request = try reader.nothing("status", as: .status)
            case 7: request = try (reader.message("mute") as MuteRequest).request
            case 8: request = try .repeatAnnouncement(reader.sessionRequest("repeatAnnouncement"))
            case 9: request = try (reader.message("verbosity") as VerbosityRequest).request
            case 10: request = try .calibrate(reader.sessionRequest("calibrate"))
            case 11: request = try (reader.message("heartbeat") as HeartbeatRequest).request
            case 12: request = try (reader.message("position") as PositionRequest).request
            case 13: request = try (reader.message("answerRoute") as AnswerRouteRequest).request
            case 14: request = try .openSession(reader.sessionRequest("openSession"))
            case 15: request = try .closeSession(reader.sessionRequest("closeSession"))
            case 16: request = try .sessions(reader.message("sessions"))
            case 17: request = try (reader.message("say") as SayRequest).request
            case 18: request = try (reader.message("playback") as PlaybackRequest).request
            case 19: request = try (reader.message("turnPage") as TurnPageRequest).request
            case 20: request = try (reader.message("heading") as HeadingRequest).request
            case 21: request = try .part(reader.message("part"))
            case 22: request = try .skipStopover(reader.sessionRequest("skipStopover"))
            case 23: request = try (reader.message("motion") as MotionRequest).request
            case 24: request = try (reader.message("speech") as SpeechRequest).request
            case 25: request = try (reader.message("elapsed") as ElapsedRequest).request
            case 26: request = try .checkpoint(reader.sessionRequest("checkpoint"))
            case 27: request = try .restoreSession(reader.message("restoreSession"))
            case 28: request = try (reader.message("describe") as DescribeRequest).request
            case 29: request = try (reader.message("focus") as FocusRequest).request
            default: try reader.skip()
            }
        }
        self = try reader.require(request, "request")
    }
}
