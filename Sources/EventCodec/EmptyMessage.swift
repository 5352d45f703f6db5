/// A message without fields; its presence is its meaning (`Done`, `StatusRequest`).
struct EmptyMessage: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {}

    init() {}

    init(from reader: inout WireReader) throws(WireError) {
        while try reader.nextField() != nil { try reader.skip() }
    }
}

extension WireReader {
    /// Reads an empty message and returns the meaning of its presence.
    mutating func nothing<Meaning>(_ name: StaticString, as meaning: Meaning) throws(WireError) -> Meaning {
        let _: EmptyMessage = try message(name)
        return meaning
    }
}
