public import NavigationEvents

extension Fix: InPlaceMessage {
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

    static let blank = Fix(time: Timestamp(nanosecondsSinceEpoch: 0), position: .blank)

    static func missing(from fields: FieldSet) -> StaticString? {
        if fields.lacks(2) { return "position" }
        if fields.lacks(3) { return "smoothedPosition" }
        return nil
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: time = try reader.timestamp("timeNanoseconds")
        case 2: try reader.message("position", into: &position)
        case 3: try reader.message("smoothedPosition", into: &smoothedPosition)
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
}
