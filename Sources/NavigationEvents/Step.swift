/// One maneuver of a route, and the stretch of road that leads to it.
///
/// The maneuver is at the *end* of the stretch: the first step of a leg is its departure, with distance 0, the last one
/// its destination.
public struct Step: Sendable, Hashable {
    /// Number of the step in the whole route, from 0.
    public var number: Int
    /// The maneuver at the end of the step.
    public var maneuver: Maneuver
    /// Index in ``Route/geometry`` of the vertex of the maneuver.
    public var geometryIndex: Int
    /// Name of the road after the maneuver, with the texts of its signs ("CA-85 / Mtn View"); empty for an unnamed one.
    public var fullRoadName: String
    /// The shortest form of that name ("CA-85"); empty for an unnamed road.
    public var simpleRoadName: String
    /// The instruction from the router, in the language requested from it; `nil` if it gave none.
    public var instruction: String?
    /// Number of the motorway exit on the signs ("9A"); `nil` if there is none.
    public var exitNumber: String?
    /// The shape of the roundabout that the maneuver enters or leaves; `nil` for another maneuver.
    public var roundabout: Roundabout?
    /// Change of direction at the maneuver, degrees, -180...180, positive to the right; `nil` if unknown.
    public var turnAngleDegrees: Double?
    /// The side on which traffic drives at the maneuver.
    public var drivingSide: DrivingSide
    /// Lanes before the maneuver, left to right; empty if unknown.
    public var lanes: [Lane]
    /// The texts of the signs at the maneuver; `nil` if there are none or they are unknown.
    public var signpost: Signpost?
    /// The position of the maneuver relative to a tunnel.
    public var tunnelMode: TunnelMode
    /// Whether the maneuver boards or leaves a ferry.
    public var ferry: FerryMode
    /// Country entered at the maneuver, ISO 3166-1 alpha-2; `nil` if no border is crossed.
    public var borderCountryCode: String?
    /// Whether the maneuver enters or leaves a motorway or motorroad.
    public var roadClassChange: RoadClassChange
    /// Whether the road before the maneuver ends at it.
    public var isEndOfRoad: Bool
    /// Metres to the maneuver from the last street before it that leads to the same side and could be mistaken for it;
    /// `nil` if there is none, or if it is unknown.
    public var sameSideStreetMeters: Double?
    /// The passage of walkers that begins at the maneuver: stairs, an escalator, a lift, a door of a building.
    public var passage: Passage
    /// The level at which the stairs, the escalator or the lift ends ("2", "Mezzanine"); `nil` if it is unknown.
    public var levelName: String?
    /// Whether the road after the maneuver has the name or the number of the road before it.
    public var isStayingOnRoad: Bool
    /// Whether another road could be mistaken for the one that continues straight ahead or with another name.
    public var isDecision: Bool
    /// Whether a toll road or a toll booth begins at the maneuver; once for each stretch with a toll.
    public var beginsToll: Bool
    /// Pronunciation of the road's name, International Phonetic Alphabet; `nil` if the router gave none.
    public var pronunciation: String?
    /// Metres from the previous step's maneuver, along the route.
    public var distanceFromPreviousMeters: Double
    /// Expected travel time from the previous step's maneuver, from the router, seconds.
    public var durationFromPreviousSeconds: Double

    /// Makes a step; everything that is not given is absent.
    public init(
        number: Int,
        maneuver: Maneuver,
        geometryIndex: Int,
        fullRoadName: String = "",
        simpleRoadName: String = "",
        instruction: String? = nil,
        exitNumber: String? = nil,
        roundabout: Roundabout? = nil,
        turnAngleDegrees: Double? = nil,
        drivingSide: DrivingSide = .none,
        lanes: [Lane] = [],
        signpost: Signpost? = nil,
        tunnelMode: TunnelMode = .none,
        ferry: FerryMode = .none,
        borderCountryCode: String? = nil,
        roadClassChange: RoadClassChange = .none,
        isEndOfRoad: Bool = false,
        sameSideStreetMeters: Double? = nil,
        passage: Passage = .none,
        levelName: String? = nil,
        isStayingOnRoad: Bool = false,
        isDecision: Bool = false,
        beginsToll: Bool = false,
        pronunciation: String? = nil,
        distanceFromPreviousMeters: Double = 0,
        durationFromPreviousSeconds: Double = 0
    ) {
        self.number = number
        self.maneuver = maneuver
        self.geometryIndex = geometryIndex
        self.fullRoadName = fullRoadName
        self.simpleRoadName = simpleRoadName
        self.instruction = instruction
        self.exitNumber = exitNumber
        self.roundabout = roundabout
        self.turnAngleDegrees = turnAngleDegrees
        self.drivingSide = drivingSide
        self.lanes = lanes
        self.signpost = signpost
        self.tunnelMode = tunnelMode
        self.ferry = ferry
        self.borderCountryCode = borderCountryCode
        self.roadClassChange = roadClassChange
        self.isEndOfRoad = isEndOfRoad
        self.sameSideStreetMeters = sameSideStreetMeters
        self.passage = passage
        self.levelName = levelName
        self.isStayingOnRoad = isStayingOnRoad
        self.isDecision = isDecision
        self.beginsToll = beginsToll
        self.pronunciation = pronunciation
        self.distanceFromPreviousMeters = distanceFromPreviousMeters
        self.durationFromPreviousSeconds = durationFromPreviousSeconds
    }
}
