public import NavigationEvents

extension Stopover: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.message(1, "position", position)
        sink.int32(2, "geometryIndex", geometryIndex)
        sink.string(3, "name", name)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var position: Coordinate?
        var geometryIndex: Int = 0
        var name: String = ""
        while let field = try reader.nextField() {
            switch field {
            case 1: position = try reader.message("position")
            case 2: geometryIndex = try reader.int("geometryIndex")
            case 3: name = try reader.string("name")
            default: try reader.skip()
            }
        }
        try self.init(
            position: reader.require(position, "position"), geometryIndex: geometryIndex, name: name)
    }
}
