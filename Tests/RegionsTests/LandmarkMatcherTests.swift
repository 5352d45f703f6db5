import NavigationEvents
import TestSupport
import Testing

@testable import Regions

/// A turn to the left after 400 m on a straight road to the east, with landmarks at metres before it and to its right.
struct DrawnTurn {
    private static let metersPerDegree = 111_190.0
    private static let end = Coordinate(latitudeDegrees: 0, longitudeDegrees: 8)

    var landmarks: [MapLandmark] = []
    var maneuver = Maneuver.turnLeft
    var mode = TravelMode.car
    var sameSideStreetMeters: Double?
    var roadClassChange = RoadClassChange.none
    var exitNumber: String?
    var passage = Passage.none
    /// Whether the drawing is seen in a mirror: the road leads to the west, and left is right.
    var isMirrored = false

    func position(_ meters: Double, _ right: Double = 0) -> Coordinate {
        Coordinate(
            latitudeDegrees: Self.end.latitudeDegrees - right / Self.metersPerDegree,
            longitudeDegrees: Self.end.longitudeDegrees + (isMirrored ? meters : -meters) / Self.metersPerDegree)
    }

    /// Adds a landmark on the road, or beside it.
    @discardableResult
    mutating func add(
        _ kind: String, at meters: Double, right: Double = 0, detail: String = "", name: String = "",
        bearing: Double = 90, oneway: Int = 0, direction: String = "", hasSignals: Bool = false,
        rail: String = "rail"
    ) -> Int {
        var landmark = MapLandmark(id: landmarks.count + 1, kind: kind, position: position(meters, right))
        (landmark.detail, landmark.name, landmark.direction) = (detail, name, direction)
        (landmark.hasSignals, landmark.hasOutline) = (hasSignals, detail != "christian")
        let degrees = isMirrored ? 360 - bearing : bearing
        landmark.roads = [.init(bearingDegrees: degrees, roadClass: "residential", oneway: oneway)]
        if detail == "level_crossing" { landmark.roads.append(.init(bearingDegrees: 0, roadClass: rail)) }
        landmarks.append(landmark)
        return landmark.id
    }

    /// Adds a landmark with two ends.
    mutating func addLine(
        _ kind: String, from start: (Double, Double), to end: (Double, Double), detail: String = "yes",
        roadClass: String = "residential"
    ) {
        let middle = ((start.0 + end.0) / 2, (start.1 + end.1) / 2)
        var landmark = MapLandmark(id: landmarks.count + 1, kind: kind, position: position(middle.0, middle.1))
        landmark.detail = detail
        (landmark.start, landmark.end) = (position(start.0, start.1), position(end.0, end.1))
        landmark.roads = [.init(bearingDegrees: 90, roadClass: roadClass)]
        landmark.stairCount = kind == "stairs" ? 24 : nil
        landmarks.append(landmark)
    }

    var route: Route {
        var turn = Step(
            number: 1, maneuver: maneuver, geometryIndex: 2, exitNumber: exitNumber, roadClassChange: roadClassChange,
            sameSideStreetMeters: sameSideStreetMeters, passage: passage)
        turn.distanceFromPreviousMeters = 400
        let steps = [
            Step(number: 0, maneuver: .depart, geometryIndex: 0), turn,
            Step(number: 2, maneuver: .destination, geometryIndex: 3),
        ]
        return Route(
            id: "drawn", provider: "test", travelMode: mode,
            geometry: [
                position(400), position(100), position(0),
                position(0, (maneuver == .turnRight) != isMirrored ? 200 : -200),
            ],
            legs: [Leg(steps: steps, distanceMeters: 600, durationSeconds: 60)],
            stopovers: [Stopover(position: position(0, -200), geometryIndex: 3)], distanceMeters: 600,
            durationSeconds: 60)
    }

    /// The landmarks of the turn.
    func found() -> [Landmark] {
        TurnApproach.turns(of: route).flatMap { LandmarkMatcher(turn: $0.turn, landmarks: landmarks).found() }
    }

    /// The landmarks in short: "church after 40", "trafficLight at 15 of 3".
    func words() -> [String] {
        found().map { landmark in
            let number = landmark.earlierMeters.isEmpty ? "" : " of \(landmark.earlierMeters.count + 1)"
            let meters = landmark.distanceToManeuverMeters.rounded()
            return "\(landmark.kind) \(landmark.relation) \(Int(meters))\(number)"
        }
    }
}

/// The rules of certainty. Every case that a driver could misunderstand is refused.
@Suite struct LandmarkMatcherTests {
    private var turn = DrawnTurn()

    // MARK: - Lights

    @Test mutating func `the lights of the junction are unique`() {
        turn.add("traffic_signals", at: 15)
        #expect(turn.words() == ["trafficLight at 15"])
        #expect(turn.found()[0].certainMeters == 390)
    }

    @Test mutating func `lights on the way are counted up to three`() {
        for meters in [12.0, 110, 200] { turn.add("traffic_signals", at: meters) }
        #expect(turn.words() == ["trafficLight at 12 of 3"])
        #expect(turn.found()[0].earlierMeters.map { $0.rounded() } == [200, 110])
        turn.add("traffic_signals", at: 290)
        #expect(turn.words() == ["trafficLight at 12 of 3"])
        #expect(turn.found()[0].certainMeters < 290)
    }

    @Test mutating func `a crossing with lights is a traffic light for a driver`() {
        turn.add("crossing", at: 20, hasSignals: true)
        turn.add("crossing", at: 120, hasSignals: true)
        #expect(turn.words() == ["trafficLight at 20 of 2"])
        turn.mode = .foot
        #expect(turn.words() == ["signalCrossing at 20 of 2"])
    }

    @Test mutating func `the lights of all roads of a junction are one`() {
        turn.add("traffic_signals", at: 20)
        turn.add("traffic_signals", at: -18, bearing: 270, direction: "forward")
        turn.add("traffic_signals", at: 0, right: 18, bearing: 0)
        turn.add("traffic_signals", at: 0, right: -18, bearing: 180)
        #expect(turn.words() == ["trafficLight at 20"])
    }

    @Test(arguments: [-40.0, -20, 60, 100]) mutating func `lights elsewhere than at the turn do not mark it`(
        _ meters: Double
    ) {
        turn.add("traffic_signals", at: meters)
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `lights on both sides of the junction are refused`() {
        turn.add("traffic_signals", at: 20)
        turn.add("traffic_signals", at: -45)
        #expect(turn.words().isEmpty)
    }

    @Test(arguments: [8.0, 12, 30, -12]) mutating func `the light of a parallel road is refused`(_ right: Double) {
        turn.add("traffic_signals", at: 15, right: right)
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `the light of the other carriageway is refused`() {
        turn.add("traffic_signals", at: 15, right: -3, bearing: 270, oneway: 1)
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `a light for the other direction is refused`() {
        turn.add("traffic_signals", at: 15, direction: "backward")
        #expect(turn.words().isEmpty)
        turn.landmarks = []
        turn.add("traffic_signals", at: 15, bearing: 270, direction: "backward")
        #expect(turn.words() == ["trafficLight at 15"])
    }

    @Test mutating func `where a light between two is missing in the map, nothing is counted`() {
        turn.add("traffic_signals", at: 15)
        turn.add("traffic_signals", at: 220)
        // A junction with lights only on the road that crosses.
        turn.add("traffic_signals", at: 115, right: 15, bearing: 0)
        #expect(turn.words() == ["trafficLight at 15"])
        #expect(turn.found()[0].certainMeters < 100)
    }

    @Test mutating func `lights that are not clearly apart are refused`() {
        turn.add("traffic_signals", at: 15)
        turn.add("traffic_signals", at: 55)
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `another street at the light is refused`() {
        turn.add("traffic_signals", at: 20)
        turn.sameSideStreetMeters = 22
        #expect(turn.words().isEmpty)
        turn.sameSideStreetMeters = 80
        #expect(turn.words() == ["trafficLight at 20"])
    }

    @Test mutating func `a stop sign is not counted`() {
        turn.add("stop_sign", at: 5)
        #expect(turn.words() == ["stopSign at 5"])
        turn.add("stop_sign", at: 25, bearing: 270, direction: "forward")
        #expect(turn.words() == ["stopSign at 5"])
        turn.add("stop_sign", at: 35)
        turn.add("stop_sign", at: 100)
        #expect(turn.words().isEmpty)
    }

    // MARK: - Ramps and stairs

    @Test mutating func `no landmark marks an exit or a ramp`() {
        turn.add("traffic_signals", at: 15)
        turn.exitNumber = "12"
        #expect(turn.words().isEmpty)
        turn.exitNumber = nil
        turn.roadClassChange = .motorwayEnter
        #expect(turn.words().isEmpty)
        turn.roadClassChange = .none
        for maneuver in [Maneuver.offRampRight, .forkLeft, .turnKeepLeft, .roundaboutLeftClockwise, .destination] {
            turn.maneuver = maneuver
            #expect(turn.words().isEmpty, "\(maneuver)")
        }
    }

    @Test mutating func `stairs have the direction of the route`() {
        turn.passage = .stairs
        turn.mode = .foot
        turn.addLine("stairs", from: (0, 0), to: (0, -200), detail: "up")
        #expect(turn.found().map(\.kind) == [.stairsUp])
        #expect(turn.found().map(\.stairCount) == [24])
        turn.landmarks = []
        turn.addLine("stairs", from: (0, -200), to: (0, 0), detail: "up")
        #expect(turn.found().map(\.kind) == [.stairsDown])
        turn.addLine("stairs", from: (1, 0), to: (1, -200), detail: "up")
        #expect(turn.found().isEmpty)
    }
}
