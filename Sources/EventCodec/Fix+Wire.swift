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

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var time = Timestamp(nanosecondsSinceEpoch: 0)
        var position: Coordinate?
        var smoothedPosition: Coordinate?
        var altitudeMeters: Double?
        var horizontalAccuracyMeters: Double?
        var speedMetersPerSecond: Double?
        var speedAccuracyMetersPerSecond: Double?
        var courseDegrees: Double?
        var headingDegrees: Double?
        var headingAccuracyDegrees: Double?
        var satellitesUsed: Int?
        var satellitesInView: Int?
        var quality: FixQuality = .unrecognized
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
        try self.init(
            time: time, position: reader.require(position, "position"),
            smoothedPosition: reader.require(smoothedPosition, "smoothedPosition"), altitudeMeters: altitudeMeters,
            horizontalAccuracyMeters: horizontalAccuracyMeters, speedMetersPerSecond: speedMetersPerSecond,
            speedAccuracyMetersPerSecond: speedAccuracyMetersPerSecond, courseDegrees: courseDegrees,
            headingDegrees: headingDegrees, headingAccuracyDegrees: headingAccuracyDegrees,
            satellitesUsed: satellitesUsed, satellitesInView: satellitesInView, quality: quality)
    }
}
