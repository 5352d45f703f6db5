public import NavigationEvents

extension Signpost: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.strings(1, "destinations", destinations)
        sink.strings(2, "refs", refs)
    }

    static var blank: Signpost {
        Signpost()
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: try destinations.append(reader.string("destinations"))
        case 2: try refs.append(reader.string("refs"))
        default: try reader.skip()
        }
    }
}
