public import NavigationEvents

extension NavigationInfo: DescribedMessage {
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
    }

    /// Reads a message up to the end of what the reader holds.
    public init(from reader: inout WireReader) throws(WireError) {
        var state: NavigationState = .unrecognized
        var routeID: String = ""
        var fix: Fix?
        var positionStatus: PositionStatus = .unrecognized
        var matched: MatchedPosition?
        var currentStep: Step?
        var nextStep: Step?
        var remainingSteps: [Step] = []
        var toManeuver: Remaining?
        var toStopover: Remaining?
        var toDestination: Remaining?
        var maneuverToNextMeters: Double?
        var speedLimit: SpeedLimit?
        var currentStreetName: String = ""
        var cue: Cue?
        var lookahead: LookaheadPoint?
        var isRouteChanged: Bool = false
        var isDestinationReached: Bool = false
        var stopoversReached: Int = 0
        var isInTunnel: Bool = false
        var isOffRoute: Bool = false
        var isWrongWay: Bool = false
        var suggestedZoomMeters: Double?
        while let field = try reader.nextField() {
            switch field {
            case 1: state = try reader.enumeration("state")
            case 2: routeID = try reader.string("routeId")
            case 3: fix = try reader.message("fix")
            case 4: positionStatus = try reader.enumeration("positionStatus")
            case 5: matched = try reader.message("matched")
            case 6: currentStep = try reader.message("currentStep")
            case 7: nextStep = try reader.message("nextStep")
            case 8: try remainingSteps.append(reader.message("remainingSteps"))
            case 9: toManeuver = try reader.message("toManeuver")
            case 10: toStopover = try reader.message("toStopover")
            case 11: toDestination = try reader.message("toDestination")
            case 12: maneuverToNextMeters = try reader.double("maneuverToNextMeters")
            case 13: speedLimit = try reader.message("speedLimit")
            case 14: currentStreetName = try reader.string("currentStreetName")
            case 15: cue = try reader.message("cue")
            case 16: lookahead = try reader.message("lookahead")
            case 17: isRouteChanged = try reader.bool("isRouteChanged")
            case 18: isDestinationReached = try reader.bool("isDestinationReached")
            case 19: stopoversReached = try reader.int("stopoversReached")
            case 20: isInTunnel = try reader.bool("isInTunnel")
            case 21: isOffRoute = try reader.bool("isOffRoute")
            case 22: isWrongWay = try reader.bool("isWrongWay")
            case 23: suggestedZoomMeters = try reader.double("suggestedZoomMeters")
            default: try reader.skip()
            }
        }
        try self.init(
            state: state, routeID: routeID, isRouteChanged: isRouteChanged, isDestinationReached: isDestinationReached,
            stopoversReached: stopoversReached, fix: reader.require(fix, "fix"), positionStatus: positionStatus,
            matched: matched, currentStep: currentStep, nextStep: nextStep, remainingSteps: remainingSteps,
            toManeuver: toManeuver, toStopover: toStopover, toDestination: toDestination,
            maneuverToNextMeters: maneuverToNextMeters, speedLimit: speedLimit, currentStreetName: currentStreetName,
            isInTunnel: isInTunnel, isOffRoute: isOffRoute, isWrongWay: isWrongWay, cue: cue, lookahead: lookahead,
            suggestedZoomMeters: suggestedZoomMeters)
    }
}
