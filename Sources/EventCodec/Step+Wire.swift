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
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var number: Int = 0
        var maneuver: Maneuver = .unrecognized
        var geometryIndex: Int = 0
        var fullRoadName: String = ""
        var simpleRoadName: String = ""
        var distanceFromPreviousMeters: Double = 0
        var durationFromPreviousSeconds: Double = 0
        var drivingSide: DrivingSide = .unrecognized
        var lanes: [Lane] = []
        var turnAngleDegrees: Double?
        var instruction: String?
        var exitNumber: String?
        var roundabout: Roundabout?
        var signpost: Signpost?
        var tunnelMode: TunnelMode = .unrecognized
        var ferry: FerryMode = .unrecognized
        var borderCountryCode: String?
        var roadClassChange: RoadClassChange = .unrecognized
        var isEndOfRoad: Bool = false
        while let field = try reader.nextField() {
            switch field {
            case 1: number = try reader.int("number")
            case 2: maneuver = try reader.enumeration("maneuver")
            case 3: geometryIndex = try reader.int("geometryIndex")
            case 4: fullRoadName = try reader.string("fullRoadName")
            case 5: simpleRoadName = try reader.string("simpleRoadName")
            case 6: distanceFromPreviousMeters = try reader.double("distanceFromPreviousMeters")
            case 7: durationFromPreviousSeconds = try reader.double("durationFromPreviousSeconds")
            case 8: drivingSide = try reader.enumeration("drivingSide")
            case 9: try lanes.append(reader.message("lanes"))
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
            default: try reader.skip()
            }
        }
        self.init(
            number: number, maneuver: maneuver, geometryIndex: geometryIndex, fullRoadName: fullRoadName,
            simpleRoadName: simpleRoadName, instruction: instruction, exitNumber: exitNumber, roundabout: roundabout,
            turnAngleDegrees: turnAngleDegrees, drivingSide: drivingSide, lanes: lanes, signpost: signpost,
            tunnelMode: tunnelMode, ferry: ferry, borderCountryCode: borderCountryCode,
            roadClassChange: roadClassChange, isEndOfRoad: isEndOfRoad,
            distanceFromPreviousMeters: distanceFromPreviousMeters,
            durationFromPreviousSeconds: durationFromPreviousSeconds)
    }
}
