public import NavigationEvents

extension Fix: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.sfixed64(1, "timeNanoseconds", time.nanosecondsSinceEpoch)
        sink.message(2, "position", position)
        sink.message(3, "smoothedPosition", smoothedPosition)
        sink.double(4, "altitudeMeters", ifPresent: altitudeMeters)
        sink.double(5, "horizontalAccuracyMeters", ifPresent: horizontalAccuracyMeters)
        sink.double(6, "speedMetersPerSecond", ifPresent: speedMetersPerSecond)
        sink.double(7, "speedAccuracyMetersPerSecond", ifPresent: speedAccuracyMetersPerSecond)
        sink.double(8, "courseDegrees", ifPresent: courseDegrees)
        sink.double(9, "headingDegrees", ifPresent: headingDegrees)
        sink.double(10, "headingAccuracyDegrees", ifPresent: headingAccuracyDegrees)
        sink.int32(11, "satellitesUsed", ifPresent: satellitesUsed)
        sink.int32(12, "satellitesInView", ifPresent: satellitesInView)
        sink.enumeration(13, "quality", quality)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Fix(time: Timestamp(nanosecondsSinceEpoch: 0), position: .blank)
        var position: Coordinate?
        var smoothedPosition: Coordinate?
        while let field = try reader.nextField() {
            switch field {
            case 1: time = try reader.timestamp("timeNanoseconds")
            case 2: position = try reader.message("position")
            case 3: smoothedPosition = try reader.message("smoothedPosition")
            case 4: altitudeMeters = try reader.double("altitudeMeters")
            case 5: horizontalAccuracyMeters = try reader.double("horizontalAccuracyMeters")
            case 6: speedMetersPerSecond = try reader.double("speedMetersPerSecond")
            case 7: speedAccuracyMetersPerSecond = try reader.double("speedAccuracyMetersPerSecond")
            case 8: courseDegrees = try reader.double("courseDegrees")
            case 9: headingDegrees = try reader.double("headingDegrees")
            case 10: headingAccuracyDegrees = try reader.double("headingAccuracyDegrees")
            case 11: satellitesUsed = try reader.int("satellitesUsed")
            case 12: satellitesInView = try reader.int("satellitesInView")
            case 13: quality = try reader.enumeration("quality")
            default: try reader.skip()
            }
        }
        self.position = try reader.require(position, "position")
        self.smoothedPosition = try reader.require(smoothedPosition, "smoothedPosition")
    }
}
