public import NavigationEvents

extension PageTurn: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .next: sink.message(1, "next", EmptyMessage())
        case .previous: sink.message(2, "previous", EmptyMessage())
        // A member of a oneof is written even if it is 0.
        case .to(let page): sink.int32(3, "page", ifPresent: page)
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = try reader.require(Self.ifKnown(from: &reader), "turn")
    }

    /// Reads a turn; `nil` if this version does not know its kind.
    static func ifKnown(from reader: inout WireReader) throws(WireError) -> PageTurn? {
        var turn: PageTurn?
        while let field = try reader.nextField() {
            switch field {
            case 1: turn = try reader.nothing("next", as: .next)
            case 2: turn = try reader.nothing("previous", as: .previous)
            case 3: turn = try .to(reader.int("page"))
            default: try reader.skip()
            }
        }
        return turn
    }
}
