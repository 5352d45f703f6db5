public import NavigationEvents

extension SpeechDurations: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "routeId", routeID)
        sink.messages(2, "steps", steps)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = SpeechDurations(routeID: "", steps: [])
        while let field = try reader.nextField() {
            switch field {
            case 1: routeID = try reader.string("routeId")
            case 2: try reader.messages("steps", appendingTo: &steps)
            default: try reader.skip()
            }
        }
    }
}

extension StepSpeech: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "stepNumber", stepNumber)
        sink.double(2, "nowSeconds", nowSeconds)
        sink.double(3, "thenSeconds", thenSeconds)
        sink.double(4, "lanesSeconds", lanesSeconds)
        sink.double(5, "prepareSeconds", prepareSeconds)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = StepSpeech(stepNumber: 0, nowSeconds: 0, prepareSeconds: 0)
        while let field = try reader.nextField() {
            switch field {
            case 1: stepNumber = try reader.int("stepNumber")
            case 2: nowSeconds = try reader.double("nowSeconds")
            case 3: thenSeconds = try reader.double("thenSeconds")
            case 4: lanesSeconds = try reader.double("lanesSeconds")
            case 5: prepareSeconds = try reader.double("prepareSeconds")
            default: try reader.skip()
            }
        }
    }
}
