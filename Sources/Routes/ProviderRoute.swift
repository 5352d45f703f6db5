import NavigationEvents

/// A route as every dialect tells it, once their words are translated: maneuvers still lie at the *start* of the stretch
/// that follows, roundabouts still come in two halves.
struct ProviderRoute {
    /// Who computed it.
    var provider: String
    /// How it is travelled.
    var travelMode: TravelMode
    /// The whole line.
    var geometry: [Coordinate]
    /// One for each stopover.
    var legs: [ProviderLeg]
    /// As many as legs.
    var stopovers: [Stopover]
    var tunnels: [GeometrySpan] = []
    var speedLimits: [SpeedLimitSpan] = []
    /// In the order of the line.
    var borders: [ProviderBorder] = []
    /// Whether the sense of U-turns and roundabouts is the document's word, which shows the driving side.
    var showsDrivingSide = true
    var distanceMeters: Double
    var durationSeconds: Double
}

/// A leg of a ``ProviderRoute``.
struct ProviderLeg {
    /// Where it stands in the document.
    var path: String
    /// Index of its first point in the route's line.
    var firstIndex: Int
    /// Index of its last point.
    var lastIndex: Int
    var steps: [ProviderStep]
    var distanceMeters: Double
    var durationSeconds: Double
}

/// A maneuver of a ``ProviderLeg``, with the stretch that follows it.
struct ProviderStep {
    /// Which half of a roundabout a maneuver is.
    enum RoundaboutPart {
        case none
        /// Leads into the circle; the way out is a step of its own, if it is on the route.
        case enter
        /// Leads out of the circle.
        case exit
        /// Leads through the whole circle.
        case through
    }

    /// Everything but number, turn angle, and distances, which the assembly fills in.
    var step: Step
    /// Direction of travel before and after the maneuver, degrees clockwise from north, where the document has it.
    var bearingBeforeDegrees: Double?
    var bearingAfterDegrees: Double?
    var roundaboutPart = RoundaboutPart.none
    /// Direction of travel after leaving the circle, where it is known at the entry already.
    var roundaboutExitBearingDegrees: Double?
    /// The exit's angle, as ``Roundabout/exitAngleDegrees``, where the document gives it and no bearing of the exit.
    var roundaboutExitAngleDegrees: Double?
    /// Directions of the other roads of the circle, as seen from its middle.
    var roundaboutArmBearingsDegrees: [Double] = []
    /// Whether the stretch that follows runs, at least in part, on a motorway.
    var isMotorwayAfter = false
    /// Whether it runs on a road for motor vehicles only.
    var isMotorroadAfter = false
    var lengthMeters: Double
    var durationSeconds: Double

    /// All directions that the document gives.
    var bearingsDegrees: [Double] {
        [bearingBeforeDegrees, bearingAfterDegrees, roundaboutExitBearingDegrees, roundaboutExitAngleDegrees]
            .compactMap(\.self)
            + roundaboutArmBearingsDegrees
    }
}
