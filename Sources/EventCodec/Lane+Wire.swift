public import NavigationEvents

extension Lane: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.messages(1, "directions", directions)
    }

    static var blank: Lane {
        Lane(directions: [])
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: try reader.messages("directions", appendingTo: &directions)
        default: try reader.skip()
        }
    }
}
