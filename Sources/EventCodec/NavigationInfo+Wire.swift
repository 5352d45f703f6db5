public import NavigationEvents

extension NavigationInfo: DescribedMessage {
    func describe<Sink: FieldSink & ~Copyable>(to sink: inout Sink) {
        sink.enumeration(1, "state", state)
        sink.string(2, "routeId", routeID)
        sink.message(3, "fix", fix)
        sink.enumeration(4, "positionStatus", positionStatus)
        sink.message(5, "matched", ifPresent: matched)
        if let currentStep { sink.step(6, "currentStep", currentStep) }
        if let nextStep { sink.step(7, "nextStep", nextStep) }
        sink.steps(8, "remainingSteps", remainingSteps)
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

    /// A constant: copying it costs less than making it.
    private static let blank = NavigationInfo(
        state: .unrecognized, fix: Fix(time: Timestamp(nanosecondsSinceEpoch: 0), position: .blank),
        positionStatus: .unrecognized)

    /// Reads a message up to the end of the reader.
    public init(from reader: inout WireReader) throws(WireError) {
        self = Self.blank
        try readFields(from: &reader)
    }

    private mutating func readFields(from reader: inout WireReader) throws(WireError) {
        var hasFix = false
        while let field = try reader.nextField() {
            switch field {
            case 1: state = try reader.enumeration("state")
            case 2:
                routeID = try reader.string("routeId", known: reader.memory?.routeID ?? "")
                reader.memory?.routeID = routeID
            case 3:
                fix = try reader.message("fix")
                hasFix = true
            case 4: positionStatus = try reader.enumeration("positionStatus")
            case 5: matched = try reader.message("matched")
            case 6: try reader.step("currentStep", into: &currentStep, reader.memory?.current)
            case 7:
                let start = reader.position
                try reader.step("nextStep", into: &nextStep, reader.memory?.next)
                reader.remember(7, from: start)
            case 8:
                try reader.steps(
                    "remainingSteps", appendingTo: &remainingSteps, next: nextStep, reader.memory?.remaining)
            case 9: toManeuver = try reader.message("toManeuver")
            case 10: toStopover = try reader.message("toStopover")
            case 11: toDestination = try reader.message("toDestination")
            case 12: maneuverToNextMeters = try reader.double("maneuverToNextMeters")
            case 13: speedLimit = try reader.message("speedLimit")
            case 14:
                currentStreetName = try reader.string(
                    "currentStreetName", known: reader.memory?.currentStreetName ?? "")
                reader.memory?.currentStreetName = currentStreetName
            case 15: cue = try reader.message("cue")
            case 16: lookahead = try reader.message("lookahead")
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
            case 27: approach = try reader.message("approach")
            case 28: stopoversSkipped = try reader.int("stopoversSkipped")
            case 29: skipReason = try reader.enumeration("skipReason")
            case 30: isOnFerry = try reader.bool("isOnFerry")
            default: try reader.skip()
            }
        }
        guard hasFix else { throw WireReader.failure(.missing, "fix", at: reader.position) }
    }
}
