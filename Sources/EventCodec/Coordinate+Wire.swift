public import NavigationEvents

extension Coordinate: DescribedMessage {
    /// A placeholder for a coordinate that is read later.
    static var blank: Coordinate { Coordinate(latitudeDegrees: 0, longitudeDegrees: 0) }

    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.double(1, "latitudeDegrees", latitudeDegrees)
        sink.double(2, "longitudeDegrees", longitudeDegrees)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)
        if let numbers = reader.bothDoubles() {
            (latitudeDegrees, longitudeDegrees) = numbers
            return
        }
        while let field = try reader.nextField() {
            switch field {
            case 1: latitudeDegrees = try reader.double("latitudeDegrees")
            case 2: longitudeDegrees = try reader.double("longitudeDegrees")
            default: try reader.skip()
            }
        }
    }
}
