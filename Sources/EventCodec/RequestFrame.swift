public import NavigationEvents

/// An encoded request to the bus, with the id that its answer repeats.
public struct RequestFrame: Sendable, Hashable {
    /// Chosen by the sender, from 1; 0 if no answer is expected (heartbeats, frequent positions).
    public var id: UInt64
    /// The request.
    public var request: Request

    /// Makes a frame.
    public init(id: UInt64, request: Request) {
        self.id = id
        self.request = request
    }

    /// The id of a frame that may be unreadable otherwise, so that the refusal reaches its sender; 0 if the id cannot
    /// be read either.
    public static func id(inWireBytes bytes: UnsafeRawBufferPointer) -> UInt64 {
        var reader = WireReader(bytes)
        do {
            while let field = try reader.nextField() {
                if field == 1 { return try reader.uint64("id") }
                try reader.skip()
            }
            return 0
        } catch {
            // The error is found when the whole frame is read. Only the id matters here.
            return 0
        }
    }
}

extension RequestFrame: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.uint64(1, "id", id)
        sink.message(2, "request", request)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var id: UInt64 = 0
        var request: Request?
        while let field = try reader.nextField() {
            switch field {
            case 1: id = try reader.uint64("id")
            case 2: request = try reader.message("request")
            default: try reader.skip()
            }
        }
        try self.init(id: id, request: reader.require(request, "request"))
    }
}
