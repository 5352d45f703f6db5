public import NavigationEvents

/// The bytes of an encoded ``NavigationInfo``, of which only the fields that are used are decoded; see ``EnvelopeView``.
///
/// Numbers and states are read at once. Messages, texts and steps are read on demand, each time.
public struct NavigationView {
    /// The state of the navigation; see ``NavigationInfo/state``.
    public private(set) var state = NavigationState.unrecognized
    /// Whether this is the first event of a new or replaced route; see ``NavigationInfo/isRouteChanged``.
    public private(set) var isRouteChanged = false
    /// Whether the destination has been reached; see ``NavigationInfo/isDestinationReached``.
    public private(set) var isDestinationReached = false
    /// The number of stopovers reached so far, the destination included; see ``NavigationInfo/stopoversReached``.
    public private(set) var stopoversReached = 0
    /// The number of stopovers skipped so far; see ``NavigationInfo/stopoversSkipped``.
    public private(set) var stopoversSkipped = 0
    /// The reason why the last skipped stopover was skipped; see ``NavigationInfo/skipReason``.
    public private(set) var skipReason = SkipReason.unrecognized
    /// The reliability of the position; see ``NavigationInfo/positionStatus``.
    public private(set) var positionStatus = PositionStatus.unrecognized
    /// The radius that contains the true position with a probability of 95 %, metres; see
    /// ``NavigationInfo/positionRadiusMeters``.
    public private(set) var positionRadiusMeters: Double?
    /// The reason why the position is estimated, unreliable or less accurate than usual; see
    /// ``NavigationInfo/positionCause``.
    public private(set) var positionCause = PositionCause.unrecognized
    /// Metres along the route from the maneuver of the current step to the one after it; see
    /// ``NavigationInfo/maneuverToNextMeters``.
    public private(set) var maneuverToNextMeters: Double?
    /// Whether the matched position lies in a tunnel; see ``NavigationInfo/isInTunnel``.
    public private(set) var isInTunnel = false
    /// Whether the matched position lies on a ferry or on a train that carries vehicles; see
    /// ``NavigationInfo/isOnFerry``.
    public private(set) var isOnFerry = false
    /// Whether the position is off route; see ``NavigationInfo/isOffRoute``.
    public private(set) var isOffRoute = false
    /// Whether the vehicle or person moves against the direction of the route; see ``NavigationInfo/isWrongWay``.
    public private(set) var isWrongWay = false
    /// The suggested extent of a map around the position, metres; see ``NavigationInfo/suggestedZoomMeters``.
    public private(set) var suggestedZoomMeters: Double?

    private let bytes: UnsafeRawBufferPointer
    private let memory: StepCache?
    /// Offset after the last byte of the message.
    private let end: Int
    private var offsets = Offsets()

    /// The offsets of the fields that are read on demand; 0 for an absent field: before each value is its tag.
    private struct Offsets {
        var routeID = 0
        var fix = 0
        var matched = 0
        var currentStep = 0
        var nextStep = 0
        var remainingSteps = 0
        var toManeuver = 0
        var toStopover = 0
        var toDestination = 0
        var speedLimit = 0
        var currentStreetName = 0
        var cue = 0
        var lookahead = 0
        var rerouting = 0
        var approach = 0
    }

    /// Finds the fields of the message before which a reader is.
    init(_ reader: inout WireReader) throws(WireError) {
        (bytes, memory) = (reader.bytes, reader.memory)
        _ = try reader.open("")
        end = reader.end
        while let field = try reader.nextField() { try find(field, &reader) }
        if offsets.fix == 0 { throw WireReader.failure(.missing, "fix", at: reader.position) }
    }

    @inline(__always)
    private mutating func find(_ field: UInt32, _ reader: inout WireReader) throws(WireError) {
        switch field {
        case 1: state = try reader.enumeration("state")
        case 2: offsets.routeID = try reader.skipForLater("routeId")
        case 3: offsets.fix = try reader.skipForLater("fix")
        case 4: positionStatus = try reader.enumeration("positionStatus")
        case 5: offsets.matched = try reader.skipForLater("matched")
        case 6: offsets.currentStep = try reader.skipForLater("currentStep")
        case 7: offsets.nextStep = try reader.skipForLater("nextStep")
        case 8:
            let steps = try reader.skipForLater("remainingSteps")
            if offsets.remainingSteps == 0 { offsets.remainingSteps = steps }
        case 9: offsets.toManeuver = try reader.skipForLater("toManeuver")
        case 10: offsets.toStopover = try reader.skipForLater("toStopover")
        case 11: offsets.toDestination = try reader.skipForLater("toDestination")
        case 12: maneuverToNextMeters = try reader.double("maneuverToNextMeters")
        case 13: offsets.speedLimit = try reader.skipForLater("speedLimit")
        case 14: offsets.currentStreetName = try reader.skipForLater("currentStreetName")
        case 15: offsets.cue = try reader.skipForLater("cue")
        case 16: offsets.lookahead = try reader.skipForLater("lookahead")
        case 17: isRouteChanged = try reader.bool("isRouteChanged")
        case 18: isDestinationReached = try reader.bool("isDestinationReached")
        case 19: stopoversReached = try reader.int("stopoversReached")
        case 20: isInTunnel = try reader.bool("isInTunnel")
        case 21: isOffRoute = try reader.bool("isOffRoute")
        case 22: isWrongWay = try reader.bool("isWrongWay")
        case 23: suggestedZoomMeters = try reader.double("suggestedZoomMeters")
        case 24: offsets.rerouting = try reader.skipForLater("rerouting")
        case 25: positionRadiusMeters = try reader.double("positionRadiusMeters")
        case 26: positionCause = try reader.enumeration("positionCause")
        case 27: offsets.approach = try reader.skipForLater("approach")
        case 28: stopoversSkipped = try reader.int("stopoversSkipped")
        case 29: skipReason = try reader.enumeration("skipReason")
        case 30: isOnFerry = try reader.bool("isOnFerry")
        default: try reader.skip()
        }
    }
}

// MARK: - Fields That Are Read on Demand

extension NavigationView {
    /// The route that is followed; see ``NavigationInfo/routeID``.
    public var routeID: String { get throws(WireError) { try text(offsets.routeID, "routeId") } }

    /// The fix from which the guidance was computed; see ``NavigationInfo/fix``.
    public var fix: Fix {
        get throws(WireError) { try message(offsets.fix, "fix") }
    }

    /// The matched position on the route; see ``NavigationInfo/matched``.
    public var matched: MatchedPosition? {
        get throws(WireError) { try optional(offsets.matched, "matched") }
    }

    /// The step with the next maneuver; see ``NavigationInfo/currentStep``.
    public var currentStep: Step? {
        get throws(WireError) { try step(offsets.currentStep, "currentStep", memory?.current) }
    }

    /// The step after `currentStep`; see ``NavigationInfo/nextStep``.
    public var nextStep: Step? {
        get throws(WireError) { try step(offsets.nextStep, "nextStep", memory?.next) }
    }

    /// The steps after `currentStep`, with `nextStep` first; see ``NavigationInfo/remainingSteps``.
    public var remainingSteps: [Step] {
        get throws(WireError) {
            guard offsets.remainingSteps > 0 else { return [] }
            var steps: [Step] = []
            try read(offsets.remainingSteps) { (reader) throws(WireError) in
                (reader.end, reader.tag) = (end, 8 << 3 | UInt32(WireType.lengthDelimited.rawValue))
                repeat {
                    if reader.fieldNumber == 8 {
                        try reader.steps("remainingSteps", appendingTo: &steps, next: nil, memory?.remaining)
                    } else {
                        try reader.skip()
                    }
                } while try reader.nextField() != nil
            }
            return steps
        }
    }

    /// Distance and time to the maneuver of the current step; see ``NavigationInfo/toManeuver``.
    public var toManeuver: Remaining? {
        get throws(WireError) { try optional(offsets.toManeuver, "toManeuver") }
    }

    /// Distance and time to the next stopover, which may be the destination; see ``NavigationInfo/toStopover``.
    public var toStopover: Remaining? {
        get throws(WireError) { try optional(offsets.toStopover, "toStopover") }
    }

    /// Distance and time to the destination; see ``NavigationInfo/toDestination``.
    public var toDestination: Remaining? {
        get throws(WireError) { try optional(offsets.toDestination, "toDestination") }
    }

    /// The speed limit at the matched position, from the router; see ``NavigationInfo/speedLimit``.
    public var speedLimit: SpeedLimit? {
        get throws(WireError) { try optional(offsets.speedLimit, "speedLimit") }
    }

    /// The name of the street at the matched position; see ``NavigationInfo/currentStreetName``.
    public var currentStreetName: String {
        get throws(WireError) { try text(offsets.currentStreetName, "currentStreetName") }
    }

    /// The straight line to the route while the vehicle or person is on its way to it; see ``NavigationInfo/approach``.
    public var approach: RouteApproach? {
        get throws(WireError) { try optional(offsets.approach, "approach") }
    }

    /// The state of the search for another route; see ``NavigationInfo/rerouting``.
    public var rerouting: Rerouting? {
        get throws(WireError) { try optional(offsets.rerouting, "rerouting") }
    }

    /// The cue that is due; see ``NavigationInfo/cue``.
    public var cue: Cue? {
        get throws(WireError) { try optional(offsets.cue, "cue") }
    }

    /// The point ahead on the route to steer towards; see ``NavigationInfo/lookahead``.
    public var lookahead: LookaheadPoint? {
        get throws(WireError) { try optional(offsets.lookahead, "lookahead") }
    }

    private func message<Message: WireMessage>(_ offset: Int, _ name: StaticString) throws(WireError) -> Message {
        try read(offset) { (reader) throws(WireError) in try reader.message(name) }
    }

    private func optional<Message: WireMessage>(_ offset: Int, _ name: StaticString) throws(WireError) -> Message? {
        offset > 0 ? try message(offset, name) : nil
    }

    private func step(_ offset: Int, _ name: StaticString, _ known: Cached<Step>?) throws(WireError) -> Step? {
        guard offset > 0 else { return nil }
        return try read(offset) { (reader) throws(WireError) in
            var step: Step?
            try reader.step(name, into: &step, known)
            return step
        }
    }

    private func text(_ offset: Int, _ name: StaticString) throws(WireError) -> String {
        guard offset > 0 else { return "" }
        return try read(offset) { (reader) throws(WireError) in try reader.string(name) }
    }

    /// Lends a reader of the field whose value is at an offset.
    @inline(__always)
    private func read<Value>(
        _ offset: Int, _ read: (inout WireReader) throws(WireError) -> Value
    ) throws(WireError) -> Value {
        var reader = WireReader(bytes, at: offset)
        do throws(WireError) {
            return try read(&reader)
        } catch {
            throw error.inside("navigation").inside("Envelope")
        }
    }
}
