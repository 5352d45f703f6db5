public import NavigationEvents

/// A request as it travels to the bus, with the number that its answer repeats.
public struct RequestFrame: Sendable, Hashable {
    /// Chosen by who asks, from 1; 0 where no answer is expected (heartbeats, positions of who sends many).
    public var id: UInt64
    /// What is asked.
    public var request: Request

    /// Makes a frame.
    public init(id: UInt64, request: Request) {
        self.id = id
        self.request = request
    }

    /// The number of a frame that may be unreadable otherwise, so that the refusal reaches who asked; 0 if not even
    /// the number can be read.
    public static func id(inWireBytes bytes: UnsafeRawBufferPointer) -> UInt64 {
        var reader = WireReader(bytes)
        do {
            while let field = try reader.nextField() {
                if field == 1 { return try reader.uint64("id") }
                try reader.skip()
            }
            return 0
        } catch {
            // What is wrong is told by reading the whole frame; here only its number matters.
            return 0
        }
    }
}

extension RequestFrame: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.uint64(1, "id", id)
        sink.message(2, "request", request)
    }

    /// Reads a message up to the end of what the reader holds.
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
