public import NavigationEvents

extension SettingValue: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        switch self {
        case .bool(let value): sink.bool(1, "boolean", ifPresent: value)
        case .integer(let value): sink.int64(2, "integer", ifPresent: value)
        case .number(let value): sink.double(3, "number", ifPresent: value)
        case .text(let value): sink.string(4, "text", ifPresent: value)
        case .list(let values): sink.message(5, "list", TextList(values))
        }
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var value: SettingValue?
        while let field = try reader.nextField() {
            switch field {
            case 1: value = try .bool(reader.bool("boolean"))
            case 2: value = try .integer(reader.int64("integer"))
            case 3: value = try .number(reader.double("number"))
            case 4: value = try .text(reader.string("text"))
            case 5:
                let list: TextList = try reader.message("list")
                value = .list(list.items)
            default: try reader.skip()
            }
        }
        self = try reader.require(value, "value")
    }
}

/// The texts of a setting with a list.
struct TextList: DescribedMessage {
    var items: [String]

    init(_ items: [String]) { self.items = items }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "items", items)
    }

    init(from reader: inout WireReader) throws(WireError) {
        items = []
        while let field = try reader.nextField() {
            switch field {
            case 1: try items.append(reader.string("items"))
            default: try reader.skip()
            }
        }
    }
}
