public import NavigationEvents

extension Step: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.int32(1, "number", number)
        sink.enumeration(2, "maneuver", maneuver)
        sink.int32(3, "geometryIndex", geometryIndex)
        sink.string(4, "fullRoadName", fullRoadName)
        sink.string(5, "simpleRoadName", simpleRoadName)
        sink.double(6, "distanceFromPreviousMeters", distanceFromPreviousMeters)
        sink.double(7, "durationFromPreviousSeconds", durationFromPreviousSeconds)
        sink.enumeration(8, "drivingSide", drivingSide)
        sink.messages(9, "lanes", lanes)
        sink.double(10, "turnAngleDegrees", ifPresent: turnAngleDegrees)
        sink.string(11, "instruction", ifPresent: instruction)
        sink.string(12, "exitNumber", ifPresent: exitNumber)
        sink.message(13, "roundabout", ifPresent: roundabout)
        sink.message(14, "signpost", ifPresent: signpost)
        sink.enumeration(15, "tunnelMode", tunnelMode)
        sink.enumeration(16, "ferry", ferry)
        sink.string(17, "borderCountryCode", ifPresent: borderCountryCode)
        sink.enumeration(18, "roadClassChange", roadClassChange)
        sink.bool(19, "isEndOfRoad", isEndOfRoad)
        sink.double(20, "sameSideStreetMeters", ifPresent: sameSideStreetMeters)
        sink.enumeration(21, "passage", passage)
        sink.string(22, "levelName", ifPresent: levelName)
        sink.bool(23, "isStayingOnRoad", isStayingOnRoad)
        sink.bool(24, "isDecision", isDecision)
        sink.bool(25, "beginsToll", beginsToll)
        sink.string(26, "pronunciation", ifPresent: pronunciation)
        sink.messages(27, "landmarks", landmarks)
    }

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) { try self.init(StepFields(from: &reader)) }
}

// The fields are no message themselves: such a conformance would be public.
extension StepFields {
    fileprivate init(from reader: inout WireReader) throws(WireError) {
        var fields = StepFields()
        try fields.readFields(from: &reader)
        self = consume fields
    }

    private mutating func readFields(from reader: inout WireReader) throws(WireError) {
        while let field = try reader.nextField() {
            switch field {
            case 1: number = try reader.int("number")
            case 2: maneuver = try reader.enumeration("maneuver")
            case 3: geometryIndex = try reader.int("geometryIndex")
            case 4: fullRoadName = try reader.string("fullRoadName")
            case 5: simpleRoadName = try reader.string("simpleRoadName", known: fullRoadName)
            case 6: distanceFromPreviousMeters = try reader.double("distanceFromPreviousMeters")
            case 7: durationFromPreviousSeconds = try reader.double("durationFromPreviousSeconds")
            case 8: drivingSide = try reader.enumeration("drivingSide")
            case 9: try reader.messages("lanes", appendingTo: &lanes)
            case 10: turnAngleDegrees = try reader.double("turnAngleDegrees")
            case 11: instruction = try reader.string("instruction")
            case 12: exitNumber = try reader.string("exitNumber")
            case 13: roundabout = try reader.message("roundabout")
            case 14: signpost = try reader.message("signpost")
            case 15: tunnelMode = try reader.enumeration("tunnelMode")
            case 16: ferry = try reader.enumeration("ferry")
            case 17: borderCountryCode = try reader.string("borderCountryCode")
            case 18: roadClassChange = try reader.enumeration("roadClassChange")
            case 19: isEndOfRoad = try reader.bool("isEndOfRoad")
            case 20: sameSideStreetMeters = try reader.double("sameSideStreetMeters")
            case 21: passage = try reader.enumeration("passage")
            case 22: levelName = try reader.string("levelName")
            case 23: isStayingOnRoad = try reader.bool("isStayingOnRoad")
            case 24: isDecision = try reader.bool("isDecision")
            case 25: beginsToll = try reader.bool("beginsToll")
            case 26: pronunciation = try reader.string("pronunciation")
            case 27: try reader.messages("landmarks", appendingTo: &landmarks)
            default: try reader.skip()
            }
        }
    }
}
