public import NavigationEvents

extension RouteRequest: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.uint64(1, "number", number)
        sink.message(2, "position", position)
        sink.double(3, "horizontalAccuracyMeters", horizontalAccuracyMeters)
        sink.double(4, "courseDegrees", ifPresent: courseDegrees)
        sink.double(5, "speedMetersPerSecond", speedMetersPerSecond)
        sink.bool(6, "isCourseBinding", isCourseBinding)
        sink.messages(7, "stopovers", stopovers)
        sink.enumeration(8, "travelMode", travelMode)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        var position: Coordinate?
        var request = RouteRequest(
            number: 0, position: .blank, horizontalAccuracyMeters: 0, stopovers: [], travelMode: .unrecognized)
        while let field = try reader.nextField() {
            switch field {
            case 1: request.number = try reader.uint64("number")
            case 2: position = try reader.message("position")
            case 3: request.horizontalAccuracyMeters = try reader.double("horizontalAccuracyMeters")
            case 4: request.courseDegrees = try reader.double("courseDegrees")
            case 5: request.speedMetersPerSecond = try reader.double("speedMetersPerSecond")
            case 6: request.isCourseBinding = try reader.bool("isCourseBinding")
            case 7: try request.stopovers.append(reader.message("stopovers"))
            case 8: request.travelMode = try reader.enumeration("travelMode")
            default: try reader.skip()
            }
        }
        request.position = try reader.require(position, "position")
        self = request
    }
}
