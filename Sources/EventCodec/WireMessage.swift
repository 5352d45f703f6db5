/// A type with a protobuf message of `proto/navbus/v1`: it is encoded to and decoded from the bytes of the wire.
///
/// The types of NavigationEvents conform here, and nowhere else. The encoding is canonical: fields in the order of
/// their numbers, defaults omitted, maps sorted by key. So equal values have equal bytes, the same as in the
/// deterministic encoding of protobuf's own libraries. The decoder accepts any valid encoding: unknown fields are
/// skipped, unknown numbers of enumerations are read as the neutral member, and bytes that are no message of this type
/// are a ``WireError``. A singular field that occurs twice keeps its last value; parts of a message are not merged (no
/// encoder writes them separately).
public protocol WireMessage: Sendable {
    /// Appends the bytes of the message.
    func encode(into writer: inout WireWriter)

    /// Reads a message up to the end of the reader.
    init(from reader: inout WireReader) throws(WireError)
}

extension WireMessage {
    // Inlinable: without the type, every copy of a value would need its metadata.

    /// The bytes of the message in a new array. To write many messages, keep a ``WireWriter`` and reset it.
    @inlinable
    public func wireBytes() -> [UInt8] {
        var writer = WireWriter()
        encode(into: &writer)
        return writer.bytes()
    }

    /// Reads a message from all of the bytes, without copying them. The pointer is not used after the call. A `memory`
    /// makes the events of a stream faster: nearly each onNavigation has the steps of the one before.
    @inlinable
    public init(wireBytes bytes: UnsafeRawBufferPointer, remembering memory: StepCache? = nil) throws(WireError) {
        var reader = WireReader(bytes, remembering: memory)
        do {
            try self.init(from: &reader)
        } catch {
            throw error.inside("\(Self.self)")
        }
    }

    /// Reads a message from all of the bytes.
    @inlinable
    public init(wireBytes bytes: [UInt8]) throws(WireError) {
        self = try bytes.withUnsafeBytes { buffer in
            Result { () throws(WireError) in try Self(wireBytes: buffer) }
        }.get()
    }
}
