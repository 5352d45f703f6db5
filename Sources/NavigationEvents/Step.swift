/// One maneuver of a route, and the stretch of road that leads to it.
///
/// The maneuver is at the *end* of the stretch: the first step of a leg is its departure, with distance 0, the last one
/// its destination.
///
/// A copy costs one reference, since a step with its texts and lanes is large, and every event on the way to its
/// maneuver has it. A change copies all fields: make a step at once where many are made.
public struct Step: Sendable {
    @usableFromInline package var storage: StepStorage

    /// Number of the step in the whole route, from 0.
    @inlinable public var number: Int {
        get { storage.fields.number }
        set { change { $0.number = newValue } }
    }
    /// The maneuver at the end of the step.
    @inlinable public var maneuver: Maneuver {
        get { storage.fields.maneuver }
        set { change { $0.maneuver = newValue } }
    }
    /// Index in ``Route/geometry`` of the vertex of the maneuver.
    @inlinable public var geometryIndex: Int {
        get { storage.fields.geometryIndex }
        set { change { $0.geometryIndex = newValue } }
    }
    /// Name of the road after the maneuver, with the texts of its signs ("CA-85 / Mtn View"); empty for an unnamed one.
    @inlinable public var fullRoadName: String {
        get { storage.fields.fullRoadName }
        set { change { $0.fullRoadName = newValue } }
    }
    /// The shortest form of that name ("CA-85"); empty for an unnamed road.
    @inlinable public var simpleRoadName: String {
        get { storage.fields.simpleRoadName }
        set { change { $0.simpleRoadName = newValue } }
    }
    /// The instruction from the router, in the language requested from it; `nil` if it gave none.
    @inlinable public var instruction: String? {
        get { storage.fields.instruction }
        set { change { $0.instruction = newValue } }
    }
    /// Number of the motorway exit on the signs ("9A"); `nil` if there is none.
    @inlinable public var exitNumber: String? {
        get { storage.fields.exitNumber }
        set { change { $0.exitNumber = newValue } }
    }
    /// The shape of the roundabout that the maneuver enters or leaves; `nil` for another maneuver.
    @inlinable public var roundabout: Roundabout? {
        get { storage.fields.roundabout }
        set { change { $0.roundabout = newValue } }
    }
    /// Change of direction at the maneuver, degrees, -180...180, positive to the right; `nil` if unknown.
    @inlinable public var turnAngleDegrees: Double? {
        get { storage.fields.turnAngleDegrees }
        set { change { $0.turnAngleDegrees = newValue } }
    }
    /// The side on which traffic drives at the maneuver.
    @inlinable public var drivingSide: DrivingSide {
        get { storage.fields.drivingSide }
        set { change { $0.drivingSide = newValue } }
    }
    /// Lanes before the maneuver, left to right; empty if unknown.
    @inlinable public var lanes: [Lane] {
        get { storage.fields.lanes }
        set { change { $0.lanes = newValue } }
    }
    /// The texts of the signs at the maneuver; `nil` if there are none or they are unknown.
    @inlinable public var signpost: Signpost? {
        get { storage.fields.signpost }
        set { change { $0.signpost = newValue } }
    }
    /// The position of the maneuver relative to a tunnel.
    @inlinable public var tunnelMode: TunnelMode {
        get { storage.fields.tunnelMode }
        set { change { $0.tunnelMode = newValue } }
    }
    /// Whether the maneuver boards or leaves a ferry.
    @inlinable public var ferry: FerryMode {
        get { storage.fields.ferry }
        set { change { $0.ferry = newValue } }
    }
    /// Country entered at the maneuver, ISO 3166-1 alpha-2; `nil` if no border is crossed.
    @inlinable public var borderCountryCode: String? {
        get { storage.fields.borderCountryCode }
        set { change { $0.borderCountryCode = newValue } }
    }
    /// Whether the maneuver enters or leaves a motorway or motorroad.
    @inlinable public var roadClassChange: RoadClassChange {
        get { storage.fields.roadClassChange }
        set { change { $0.roadClassChange = newValue } }
    }
    /// Whether the road before the maneuver ends at it.
    @inlinable public var isEndOfRoad: Bool {
        get { storage.fields.isEndOfRoad }
        set { change { $0.isEndOfRoad = newValue } }
    }
    /// Metres to the maneuver from the last street before it that leads to the same side and could be mistaken for it;
    /// `nil` if there is none, or if it is unknown.
    @inlinable public var sameSideStreetMeters: Double? {
        get { storage.fields.sameSideStreetMeters }
        set { change { $0.sameSideStreetMeters = newValue } }
    }
    /// The passage of walkers that begins at the maneuver: stairs, an escalator, a lift, a door of a building.
    @inlinable public var passage: Passage {
        get { storage.fields.passage }
        set { change { $0.passage = newValue } }
    }
    /// The level at which the stairs, the escalator or the lift ends ("2", "Mezzanine"); `nil` if it is unknown.
    @inlinable public var levelName: String? {
        get { storage.fields.levelName }
        set { change { $0.levelName = newValue } }
    }
    /// Whether the road after the maneuver has the name or the number of the road before it.
    @inlinable public var isStayingOnRoad: Bool {
        get { storage.fields.isStayingOnRoad }
        set { change { $0.isStayingOnRoad = newValue } }
    }
    /// Whether another road could be mistaken for the one that continues straight ahead or with another name.
    @inlinable public var isDecision: Bool {
        get { storage.fields.isDecision }
        set { change { $0.isDecision = newValue } }
    }
    /// Whether a toll road or a toll booth begins at the maneuver; once for each stretch with a toll.
    @inlinable public var beginsToll: Bool {
        get { storage.fields.beginsToll }
        set { change { $0.beginsToll = newValue } }
    }
    /// Pronunciation of the road's name, International Phonetic Alphabet; `nil` if the router gave none.
    @inlinable public var pronunciation: String? {
        get { storage.fields.pronunciation }
        set { change { $0.pronunciation = newValue } }
    }
    /// The landmarks by which the maneuver is recognized, the best one first; empty if none is certain.
    @inlinable public var landmarks: [Landmark] {
        get { storage.fields.landmarks }
        set { change { $0.landmarks = newValue } }
    }
    /// Metres from the previous step's maneuver, along the route.
    @inlinable public var distanceFromPreviousMeters: Double {
        get { storage.fields.distanceFromPreviousMeters }
        set { change { $0.distanceFromPreviousMeters = newValue } }
    }
    /// Expected travel time from the previous step's maneuver, from the router, seconds.
    @inlinable public var durationFromPreviousSeconds: Double {
        get { storage.fields.durationFromPreviousSeconds }
        set { change { $0.durationFromPreviousSeconds = newValue } }
    }

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
        landmarks: [Landmark] = [],
        distanceFromPreviousMeters: Double = 0,
        durationFromPreviousSeconds: Double = 0
    ) {
        var fields = StepFields()
        fields.number = number
        fields.maneuver = maneuver
        fields.geometryIndex = geometryIndex
        fields.fullRoadName = fullRoadName
        fields.simpleRoadName = simpleRoadName
        fields.instruction = instruction
        fields.exitNumber = exitNumber
        fields.roundabout = roundabout
        fields.turnAngleDegrees = turnAngleDegrees
        fields.drivingSide = drivingSide
        fields.lanes = lanes
        fields.signpost = signpost
        fields.tunnelMode = tunnelMode
        fields.ferry = ferry
        fields.borderCountryCode = borderCountryCode
        fields.roadClassChange = roadClassChange
        fields.isEndOfRoad = isEndOfRoad
        fields.sameSideStreetMeters = sameSideStreetMeters
        fields.passage = passage
        fields.levelName = levelName
        fields.isStayingOnRoad = isStayingOnRoad
        fields.isDecision = isDecision
        fields.beginsToll = beginsToll
        fields.pronunciation = pronunciation
        fields.landmarks = landmarks
        fields.distanceFromPreviousMeters = distanceFromPreviousMeters
        fields.durationFromPreviousSeconds = durationFromPreviousSeconds
        self.init(fields)
    }

    /// Makes a step from its fields.
    package init(_ fields: StepFields) { storage = StepStorage(fields) }

    @usableFromInline
    mutating func change(_ change: (inout StepFields) -> Void) {
        var fields = storage.fields
        change(&fields)
        storage = StepStorage(fields)
    }
}
