public import NavigationEvents

extension Coordinate: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "latitudeDegrees", latitudeDegrees)
        sink.double(2, "longitudeDegrees", longitudeDegrees)
    }

    static var blank: Coordinate {
        Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: latitudeDegrees = try reader.double("latitudeDegrees")
        case 2: longitudeDegrees = try reader.double("longitudeDegrees")
        default: try reader.skip()
        }
    }
}
