public import NavigationEvents

/// An encoded answer of the bus, with the id of its request.
public struct ReplyFrame: Sendable, Hashable {
    /// ``RequestFrame/id`` of the request.
    public var id: UInt64
    /// The answer.
    public var reply: Reply

    /// Makes a frame.
    public init(id: UInt64, reply: Reply) {
        self.id = id
        self.reply = reply
    }
}

extension ReplyFrame: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.uint64(1, "id", id)
        sink.message(2, "reply", reply)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var id: UInt64 = 0
        var reply: Reply?
        while let field = try reader.nextField() {
            switch field {
            case 1: id = try reader.uint64("id")
            case 2: reply = try reader.message("reply")
            default: try reader.skip()
            }
        }
        try self.init(id: id, reply: reader.require(reply, "reply"))
    }
}
