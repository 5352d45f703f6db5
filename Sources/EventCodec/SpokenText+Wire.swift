public import NavigationEvents

extension SpokenText: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.string(1, "text", text)
        sink.bool(2, "isSsml", isSSML)
        sink.string(3, "voice", voice)
        sink.double(4, "rate", ifPresent: rate)
        sink.double(5, "pitchMultiplier", ifPresent: pitchMultiplier)
        sink.double(6, "volume", ifPresent: volume)
        sink.uint64(7, "requestNumber", requestNumber)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var text = SpokenText(text: "")
        while let field = try reader.nextField() {
            switch field {
            case 1: text.text = try reader.string("text")
            case 2: text.isSSML = try reader.bool("isSsml")
            case 3: text.voice = try reader.string("voice")
            case 4: text.rate = try reader.double("rate")
            case 5: text.pitchMultiplier = try reader.double("pitchMultiplier")
            case 6: text.volume = try reader.double("volume")
            case 7: text.requestNumber = try reader.uint64("requestNumber")
            default: try reader.skip()
            }
        }
        self = text
    }
}
