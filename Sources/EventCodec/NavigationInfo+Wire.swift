public import NavigationEvents

extension NavigationInfo: InPlaceMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "state", state)
        sink.string(2, "routeId", routeID)
        sink.message(3, "fix", fix)
        sink.enumeration(4, "positionStatus", positionStatus)
        sink.message(5, "matched", ifPresent: matched)
        sink.message(6, "currentStep", ifPresent: currentStep)
        sink.message(7, "nextStep", ifPresent: nextStep)
        sink.messages(8, "remainingSteps", remainingSteps)
        sink.message(9, "toManeuver", ifPresent: toManeuver)
        sink.message(10, "toStopover", ifPresent: toStopover)
        sink.message(11, "toDestination", ifPresent: toDestination)
        sink.double(12, "maneuverToNextMeters", ifPresent: maneuverToNextMeters)
        sink.message(13, "speedLimit", ifPresent: speedLimit)
        sink.string(14, "currentStreetName", currentStreetName)
        sink.message(15, "cue", ifPresent: cue)
        sink.message(16, "lookahead", ifPresent: lookahead)
        sink.bool(17, "isRouteChanged", isRouteChanged)
        sink.bool(18, "isDestinationReached", isDestinationReached)
        sink.int32(19, "stopoversReached", stopoversReached)
        sink.bool(20, "isInTunnel", isInTunnel)
        sink.bool(21, "isOffRoute", isOffRoute)
        sink.bool(22, "isWrongWay", isWrongWay)
        sink.double(23, "suggestedZoomMeters", ifPresent: suggestedZoomMeters)
        sink.message(24, "rerouting", ifPresent: rerouting)
        sink.double(25, "positionRadiusMeters", ifPresent: positionRadiusMeters)
        sink.enumeration(26, "positionCause", positionCause)
        sink.message(27, "approach", ifPresent: approach)
        sink.int32(28, "stopoversSkipped", stopoversSkipped)
        sink.enumeration(29, "skipReason", skipReason)
        sink.bool(30, "isOnFerry", isOnFerry)
    }

    static let blank = NavigationInfo(state: .unrecognized, fix: .blank, positionStatus: .unrecognized)

    static func missing(from fields: FieldSet) -> StaticString? {
        if fields.lacks(3) { return "fix" }
        return nil
    }

    mutating func read(_ field: UInt32, from reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: state = try reader.enumeration("state")
        case 2: routeID = try reader.string("routeId")
        case 3: try reader.message("fix", into: &fix)
        case 4: positionStatus = try reader.enumeration("positionStatus")
        case 5: try reader.message("matched", into: &matched)
        case 6: try reader.step("currentStep", into: &currentStep, reader.memory?.current)
        case 7:
            let start = reader.position
            try reader.step("nextStep", into: &nextStep, reader.memory?.next)
            reader.remember(7, from: start)
        case 8:
            try reader.steps("remainingSteps", appendingTo: &remainingSteps, next: nextStep, reader.memory?.remaining)
        case 9: try reader.message("toManeuver", into: &toManeuver)
        case 10: try reader.message("toStopover", into: &toStopover)
        case 11: try reader.message("toDestination", into: &toDestination)
        case 12: maneuverToNextMeters = try reader.double("maneuverToNextMeters")
        case 13: try reader.message("speedLimit", into: &speedLimit)
        case 14: currentStreetName = try reader.string("currentStreetName")
        case 15: try reader.message("cue", into: &cue)
        case 16: try reader.message("lookahead", into: &lookahead)
        case 17: isRouteChanged = try reader.bool("isRouteChanged")
        case 18: isDestinationReached = try reader.bool("isDestinationReached")
        case 19: stopoversReached = try reader.int("stopoversReached")
        case 20: isInTunnel = try reader.bool("isInTunnel")
        case 21: isOffRoute = try reader.bool("isOffRoute")
        case 22: isWrongWay = try reader.bool("isWrongWay")
        case 23: suggestedZoomMeters = try reader.double("suggestedZoomMeters")
        case 24: rerouting = try reader.message("rerouting")
        case 25: positionRadiusMeters = try reader.double("positionRadiusMeters")
        case 26: positionCause = try reader.enumeration("positionCause")
        case 27: try reader.message("approach", into: &approach)
        case 28: stopoversSkipped = try reader.int("stopoversSkipped")
        case 29: skipReason = try reader.enumeration("skipReason")
        case 30: isOnFerry = try reader.bool("isOnFerry")
        default: try reader.skip()
        }
    }
}
