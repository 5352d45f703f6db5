/// A noun that has a protobuf message of `proto/navbus/v1`: it is written to and read from the bytes of the wire.
///
/// The nouns of NavigationEvents conform here, and nowhere else. What is written is canonical: fields in the order
/// of their numbers, what equals its default left out, maps sorted by key, so that equal values have equal bytes,
/// and the same ones that protobuf's own libraries write deterministically. What is read may come from anywhere:
/// unknown fields are skipped, unknown numbers of enumerations read as the neutral member, and anything that cannot
/// be a message of its kind is a ``WireError``. A singular field that occurs twice keeps its last occurrence;
/// parts of a message are not merged (no encoder writes them apart).
public protocol WireMessage: Sendable {
    /// Appends the bytes of the message.
    func encode(into writer: inout WireWriter)

    /// Reads a message up to the end of what the reader holds.
    init(from reader: inout WireReader) throws(WireError)
}

extension WireMessage {
    /// The bytes of the message in a new array. Who writes many keeps a ``WireWriter`` and resets it.
    public func wireBytes() -> [UInt8] {
        var writer = WireWriter()
        encode(into: &writer)
        return writer.bytes()
    }

    /// Reads a message of all the bytes, without copying them; the pointer is not used after the call. Who reads the
    /// events of a stream lends a memory: nearly each onNavigation has the steps of the one before.
    public init(wireBytes bytes: UnsafeRawBufferPointer, remembering memory: StepMemory? = nil) throws(WireError) {
        var reader = WireReader(bytes, remembering: memory)
        do {
            try self.init(from: &reader)
        } catch {
            throw error.inside("\(Self.self)")
        }
    }

    /// Reads a message of all the bytes.
    public init(wireBytes bytes: [UInt8]) throws(WireError) {
        self = try bytes.withUnsafeBytes { buffer in
            Result { () throws(WireError) in try Self(wireBytes: buffer) }
        }.get()
    }
}
