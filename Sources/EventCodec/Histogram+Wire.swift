public import NavigationEvents

extension Histogram: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.doubles(1, "boundsSeconds", boundsSeconds)
        sink.double(3, "sumSeconds", sumSeconds)
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        self.init()
        while try reader.nextField() != nil { try reader.skip() }
    }
}
