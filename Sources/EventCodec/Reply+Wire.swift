public import NavigationEvents

extension Reply: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .welcome(let welcome): sink.message(1, "welcome", welcome)
        case .events(let events, _): sink.message(2, "events", EventList(events))
        case .done: sink.message(3, "done", EmptyMessage())
        case .status(let status): sink.message(4, "status", status)
        case .refused(let error): sink.message(5, "refused", error)
        case .record(let record): sink.message(6, "record", record)
        case .description(let description): sink.message(7, "description", description)
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var reply: Reply?
        while let field = try reader.nextField() {
            switch field {
            case 1: reply = try .welcome(reader.message("welcome"))
            case 2:
                let list: EventList = try reader.message("events")
                reply = .events(list.events, unknown: list.unknown)
            case 3: reply = try reader.nothing("done", as: .done)
            case 4: reply = try .status(reader.message("status"))
            case 5: reply = try .refused(reader.message("refused"))
            case 6: reply = try .record(reader.message("record"))
            case 7: reply = try .description(reader.message("description"))
            default: try reader.skip()
            }
        }
        self = try reader.require(reply, "reply")
    }
}
