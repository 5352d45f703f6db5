import NavigationEvents
import Platform
import TestSupport
import Testing

@testable import Regions

/// The rules of certainty for buildings, bridges and level crossings, and rules for all kinds.
@Suite struct LandmarkBesideTests {
    private var turn = DrawnTurn()

    @Test(arguments: [(40.0, "after"), (5, "at"), (-30, "before")])
    mutating func `a church is at the turn, before or after it`(_ meters: Double, _ relation: String) {
        turn.add("church", at: meters, right: -20, detail: "church", name: "Peterskirche")
        #expect(turn.words() == ["church \(relation) \(Int(meters))"])
        #expect(turn.found()[0].side == .left)
        #expect(turn.found()[0].name == "Peterskirche")
    }

    @Test mutating func `a station on the other side of the road is opposite`() {
        turn.add("station", at: 0, right: 25, detail: "station")
        #expect(turn.words() == ["station opposite 0"])
        turn.maneuver = .turnRight
        #expect(turn.words() == ["station at 0"])
    }

    @Test(arguments: [(90.0, 20.0), (-60, 20), (200, -30), (40, 90), (20, -25)])
    mutating func `two churches are refused where both are in sight`(_ meters: Double, _ right: Double) {
        turn.add("church", at: 40, right: -20, detail: "church", name: "Peterskirche")
        turn.add("church", at: meters, right: right, detail: "christian", name: "Pauluskirche")
        let others = turn.words()
        if meters < 160 { #expect(others.isEmpty) }
        #expect(turn.found().allSatisfy { $0.certainMeters < meters })
    }

    @Test(arguments: [60.0, 80, -80]) mutating func `a church off the road is refused`(_ right: Double) {
        turn.add("church", at: 40, right: right, detail: "church")
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `a building and the point with its name are one church`() {
        turn.add("church", at: 40, right: -20, detail: "church", name: "Peterskirche")
        turn.add("church", at: 45, right: -25, detail: "christian", name: "Peterskirche")
        #expect(turn.words() == ["church after 40"])
    }

    @Test(arguments: ["christian", "chapel", "muslim"]) mutating func `a room or a chapel is refused`(_ detail: String)
    {
        turn.add("church", at: 40, right: -20, detail: detail)
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `another street between the church and the turn is refused`() {
        turn.add("church", at: 50, right: -20, detail: "church")
        turn.sameSideStreetMeters = 30
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `a turn is after the bridge on which the road runs`() {
        turn.addLine("bridge", from: (90, 0), to: (40, 0))
        #expect(turn.words() == ["bridge after 40"])
        // The path beside the road is on the same bridge.
        turn.addLine("bridge", from: (90, 8), to: (40, 8), roadClass: "footway")
        #expect(turn.words() == ["bridge after 40"])
        turn.addLine("bridge", from: (200, 0), to: (160, 0))
        #expect(turn.found().allSatisfy { $0.certainMeters < 160 })
    }

    @Test(arguments: [120.0, 20, -30]) mutating func `a bridge over the road is on another level, and refused`(
        _ meters: Double
    ) {
        turn.addLine("bridge", from: (meters, -40), to: (meters, 40))
        #expect(turn.words().isEmpty)
        turn.addLine("bridge", from: (90, 0), to: (40, 0))
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `a turn is before the bridge that begins behind it`() {
        turn.addLine("bridge", from: (-20, 0), to: (-80, 0))
        #expect(turn.words() == ["bridge before -20"])
        turn.sameSideStreetMeters = 60
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `a footbridge or a short bridge is refused`() {
        turn.addLine("bridge", from: (-20, 0), to: (-80, 0), roadClass: "footway")
        turn.addLine("bridge", from: (50, 0), to: (40, 0))
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `the tracks of a level crossing are one`() {
        turn.add("level_crossing", at: 40, detail: "level_crossing")
        turn.add("level_crossing", at: 46, detail: "level_crossing")
        #expect(turn.words() == ["levelCrossing after 40"])
        turn.add("level_crossing", at: -20, detail: "level_crossing")
        #expect(turn.words().isEmpty)
    }

    @Test mutating func `the tracks of a tram are no level crossing, and may be taken for one`() {
        turn.add("level_crossing", at: 40, detail: "level_crossing", rail: "tram")
        #expect(turn.words().isEmpty)
        turn.add("level_crossing", at: 46, detail: "level_crossing")
        #expect(turn.words().isEmpty)
    }

    // MARK: - Rules for all kinds

    private static let kinds: [(kind: String, detail: String)] = [
        ("traffic_signals", ""), ("stop_sign", ""), ("crossing", "zebra"), ("church", "church"), ("fuel", "Aral"),
        ("station", "station"), ("level_crossing", "level_crossing"), ("church", ""),
    ]

    private func drawing(_ random: inout SplitMix64, isMirrored: Bool) -> DrawnTurn {
        var turn = DrawnTurn(isMirrored: isMirrored)
        turn.mode = Bool.random(using: &random) ? .car : .foot
        let isLeft = Bool.random(using: &random)
        turn.maneuver = isLeft != isMirrored ? .turnLeft : .turnRight
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            guard let kind = Self.kinds.randomElement(using: &random) else { continue }
            let meters = Double.random(in: -100...400, using: &random)
            let right = Bool.random(using: &random) ? 0 : Double.random(in: -60...60, using: &random)
            turn.add(
                kind.kind, at: meters, right: right, detail: kind.detail,
                hasSignals: Bool.random(using: &random))
        }
        return turn
    }

    @Test(arguments: (1...200).map(UInt64.init)) func `landmarks are within their limits, one of each kind`(
        _ seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let turn = drawing(&random, isMirrored: false)
        let found = turn.found()
        #expect(Set(found.map(\.kind)).count == found.count)
        for landmark in found {
            #expect(landmark.kind != .unknown && landmark.relation != .unknown)
            #expect(landmark.certainMeters <= 400)
            #expect(landmark.certainMeters >= landmark.distanceToManeuverMeters + 25)
            #expect(landmark.earlierMeters.count <= 2)
            let all = landmark.earlierMeters + [landmark.distanceToManeuverMeters]
            #expect(zip(all, all.dropFirst()).allSatisfy { $0 - $1 >= 45 }, "clearly apart")
            #expect((-45...60).contains(landmark.distanceToManeuverMeters))
        }
    }

    @Test(arguments: (1...100).map(UInt64.init)) func `another landmark of the kind never makes one more certain`(
        _ seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        let turn = drawing(&random, isMirrored: false)
        for landmark in turn.found() where landmark.kind == .church || landmark.kind == .fuel {
            var more = turn
            let kind = landmark.kind == .church ? ("church", "church") : ("fuel", "")
            more.add(
                kind.0, at: .random(in: -100...300, using: &random), right: .random(in: 65...100, using: &random),
                detail: kind.1, name: "Another")
            let now = more.found().first { $0.kind == landmark.kind }
            #expect((now?.certainMeters ?? 0) <= landmark.certainMeters)
        }
    }

    @Test(arguments: (1...100).map(UInt64.init)) func `a mirrored town has the mirrored landmarks`(_ seed: UInt64) {
        var (random, again) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
        let turn = drawing(&random, isMirrored: false)
        var mirrored = drawing(&again, isMirrored: true)
        mirrored.mode = turn.mode
        #expect(turn.words() == mirrored.words())
    }
}
