public import NavigationEvents

extension Description: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "text", text)
        sink.string(2, "language", language)
        sink.int32(3, "stepNumber", ifPresent: stepNumber)
        sink.string(4, "roadName", roadName)
        sink.string(5, "distanceText", distanceText)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init(text: "", language: "")
        while let field = try reader.nextField() {
            switch field {
            case 1: text = try reader.string("text")
            case 2: language = try reader.string("language")
            case 3: stepNumber = try reader.int("stepNumber")
            case 4: roadName = try reader.string("roadName")
            case 5: distanceText = try reader.string("distanceText")
            default: try reader.skip()
            }
        }
    }
}

struct DescribeRequest: DescribedMessage {
    var session: Session
    var query: DescriptionQuery

    init(session: Session, query: DescriptionQuery) {
        self.session = session
        self.query = query
    }

    var request: Request { .describe(session, query) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "session", session.name)
        switch query.subject {
        case .present: break
        case .cue(let cue): sink.message(2, "cue", cue)
        case .step(let number): sink.int32(3, "stepNumber", ifPresent: number)
        }
        sink.string(4, "language", query.language)
        sink.enumeration(5, "style", query.style)
        sink.enumeration(6, "units", query.units)
        sink.enumeration(7, "stage", query.stage)
    }

    init(from reader: inout WireReader) throws(WireError) {
        var session: Session?
        query = DescriptionQuery(style: .unrecognized)
        while let field = try reader.nextField() {
            switch field {
            case 1: session = try reader.session("session")
            case 2: query.subject = try .cue(reader.message("cue"))
            case 3: query.subject = try .step(reader.int("stepNumber"))
            case 4: query.language = try reader.string("language")
            case 5: query.style = try reader.enumeration("style")
            case 6: query.units = try reader.enumeration("units")
            case 7: query.stage = try reader.enumeration("stage")
            default: try reader.skip()
            }
        }
        self.session = try reader.require(session, "session")
    }
}
