public import NavigationEvents

extension RouteAnswer: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.uint64(1, "number", number)
        switch outcome {
        case .route(let route): sink.message(2, "route", route)
        // A member of a oneof is written even if it is empty.
        case .failure(let text): sink.string(3, "failure", ifPresent: text)
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var number: UInt64 = 0
        var outcome: Outcome?
        while let field = try reader.nextField() {
            switch field {
            case 1: number = try reader.uint64("number")
            case 2: outcome = try .route(reader.message("route"))
            case 3: outcome = try .failure(reader.string("failure"))
            default: try reader.skip()
            }
        }
        self.init(number: number, outcome: try reader.require(outcome, "outcome"))
    }
}
