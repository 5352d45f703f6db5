import NavigationEvents

/// A route in a form common to all providers: maneuvers are at the *start* of the stretch after them, and roundabouts
/// may be two steps.
struct ProviderRoute {
    /// The provider of the route.
    var provider: String
    /// The travel mode.
    var travelMode: TravelMode
    /// The line of the whole route.
    var geometry: [Coordinate]
    /// The legs, one for each stopover.
    var legs: [ProviderLeg]
    /// The ends of the legs.
    var stopovers: [Stopover]
    var tunnels: [GeometrySpan] = []
    /// The sections on ferries and on trains that carry vehicles, in the order of the line, without overlap.
    var ferries: [GeometrySpan] = []
    var speedLimits: [SpeedLimitSpan] = []
    /// The sections with a toll, in the order of the line, without overlap.
    var tolls: [GeometrySpan] = []
    /// Indices of the known toll booths in the line, in order.
    var tollBooths: [Int] = []
    /// The borders, in the order of the line.
    var borders: [ProviderBorder] = []
    /// Whether the document determines the direction of U-turns and roundabouts, which then shows the driving side.
    var showsDrivingSide = true
    var distanceMeters: Double
    var durationSeconds: Double
}

/// A leg of a ``ProviderRoute``.
struct ProviderLeg {
    /// The path of the leg in the document.
    var path: String
    /// Index of its first point in the line of the route.
    var firstIndex: Int
    /// Index of its last point.
    var lastIndex: Int
    var steps: [ProviderStep]
    var distanceMeters: Double
    var durationSeconds: Double
}

/// A maneuver of a ``ProviderLeg``, with the stretch after it.
struct ProviderStep {
    /// The part of a roundabout that a step drives.
    enum RoundaboutPart {
        case none
        /// The step enters the circle; the exit is a step of its own, if it is on the route.
        case enter
        /// The step leaves the circle.
        case exit
        /// The step enters and leaves the circle.
        case through
    }

    /// The step without number, turn angle and distances, which are added later.
    var step: Step
    /// Direction of travel before the maneuver, degrees clockwise from north; `nil` if unknown.
    var bearingBeforeDegrees: Double?
    /// Direction of travel after the maneuver, degrees clockwise from north; `nil` if unknown.
    var bearingAfterDegrees: Double?
    /// Names and numbers of the road after the maneuver, without the texts of signs.
    var roadNames: [String] = []
    /// Names and numbers of the road at the end of the stretch, if they differ.
    var lastRoadNames: [String]?
    /// Whether the document says that the road continues with its name, which the road before may have got on its way.
    var continuesRoad = false
    var roundaboutPart = RoundaboutPart.none
    /// Direction of travel after the circle, if the entering step has it.
    var roundaboutExitBearingDegrees: Double?
    /// Angle of the exit, as ``Roundabout/exitAngleDegrees``, if the document has it instead of a bearing.
    var roundaboutExitAngleDegrees: Double?
    /// Directions of the other arms, as seen from the centre of the circle.
    var roundaboutArmBearingsDegrees: [Double] = []
    /// Whether the road before the maneuver is a ramp.
    var isOnRamp = false
    /// Whether a part of the stretch after the maneuver is on a motorway.
    var isMotorwayAfter = false
    /// Whether a part of the stretch is on a road for motor vehicles only.
    var isMotorroadAfter = false
    var lengthMeters: Double
    var durationSeconds: Double

    /// All directions from the document.
    var bearingsDegrees: [Double] {
        [bearingBeforeDegrees, bearingAfterDegrees, roundaboutExitBearingDegrees, roundaboutExitAngleDegrees]
            .compactMap(\.self)
            + roundaboutArmBearingsDegrees
    }
}
