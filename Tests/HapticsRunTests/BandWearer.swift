import EventBus
import Foundation
import Geodesy
import HapticDevices
import NavigationEvents
import Routes
import TestSupport

@testable import Haptics
@testable import HapticsTools

/// A simulated person with a band, a receiver and a compass, who sends the positions and headings to the bus and goes
/// where the band leads, in real time.
struct BandWearer {
    /// The result of the walk.
    struct Outcome {
        /// Whether the arrival was perceived.
        var hasArrived = false
        var seconds = 0.0
        /// The distance from the destination at the end.
        var metersToGo: Double
        /// The smallest distance from the destination.
        var nearestMeters: Double
        /// The recognized patterns, in order.
        var felt: [PatternName] = []
    }

    /// The name and the offset of the compass.
    static let (compass, compassOffsetDegrees) = ("wrist", 40.0)
    /// The speed as a multiple of the usual one, so that the test takes less time.
    private static let pace = 1.5
    private static let clockHertz = 10

    private let ground: WalkGround
    private let band: Wristband
    private let isFelt: Bool
    private let client: BusClient
    private let decoder = PatternDecoder(.wristband, mode: .compass)
    private var body: WalkerBody
    private var mind = WalkerMind(pointing: true)
    private var rhythms = 0
    private(set) var outcome: Outcome

    /// - Parameters:
    ///   - route: The route to walk.
    ///   - degrees: The direction in which the wearer faces at first.
    ///   - band: The simulated wristband.
    ///   - isFelt: Whether its motors work.
    ///   - client: The connection to the bus.
    init(_ route: Route, facing degrees: Double, band: Wristband, isFelt: Bool, client: BusClient) {
        ground = WalkGround(route)
        body = WalkerBody(at: ground.line[0], facing: degrees, seed: 1)
        (self.band, self.isFelt, self.client) = (band, isFelt, client)
        let away = ground.line[0].distance(to: ground.destination)
        outcome = Outcome(metersToGo: away, nearestMeters: away)
    }

    /// Walks until the arrival is perceived, or the time is over.
    mutating func walk(atMost seconds: Double) throws -> Outcome {
        let began = Wristband.now
        var last = 0.0
        rhythms = band.vibrations.count
        for tick in 0... {
            let due = Double(tick) / Double(Self.clockHertz)
            guard !outcome.hasArrived, due < seconds else { break }
            Thread.sleep(forTimeInterval: max(0, began + due - Wristband.now))
            let now = Wristband.now - began
            body.advance(for: now - last, at: now, pace: mind.pace(at: now) * Self.pace)
            last = now
            if tick % Self.clockHertz == 0 { try sendPosition() }
            try sendHeading()
            if isFelt { respondToRhythm(at: now, since: began) }
            note(at: now)
        }
        return outcome
    }

    private func sendPosition() throws {
        let nanoseconds = Date().timeIntervalSince1970 * 1e9
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(nanoseconds)), position: ground.coordinate(body.position),
            horizontalAccuracyMeters: 3, speedMetersPerSecond: body.speed, courseDegrees: body.facingDegrees,
            quality: .gps)
        _ = try client.request(.position(.main, fix))
    }

    private func sendHeading() throws {
        let degrees = Angle.normalized(body.facingDegrees + Self.compassOffsetDegrees)
        let reading = HeadingReading(degrees: degrees, reference: .trueNorth, source: Self.compass)
        _ = try client.request(.heading(.main, reading))
    }

    /// Performs the action for a rhythm that has ended.
    private mutating func respondToRhythm(at now: Double, since began: Double) {
        let felt = band.vibrations
        let silence = Double(decoder.breakMilliseconds) / 1000
        var end = rhythms + 1
        while end < felt.count, felt[end].began - felt[end - 1].ends < silence { end += 1 }
        guard end <= felt.count, Wristband.now - felt[end - 1].ends >= silence else { return }
        defer { rhythms = end }
        let first = felt[rhythms].began - began
        guard let meaning = decoder.meaning(of: Self.pulses(Array(felt[rhythms..<end]))) else { return }
        outcome.felt.append(meaning.name)
        // A rhythm that began before the end of the last turn refers to the direction before that turn.
        if meaning.name.isSteering, first < body.turnedAt + WalkerMind.waitsForCompassSeconds { return }
        switch mind.respond(meaning, at: now) {
        case .turn(let degrees): body.turn(by: degrees, at: now)
        case .arrive: outcome.hasArrived = true
        // The ground has no streets.
        case .turnAtCrossing, .turnAround, nil: break
        }
    }

    private static func pulses(_ felt: [Wristband.Vibration]) -> [PerceivedPulse] {
        felt.indices.map { index in
            let one = felt[index]
            let next = index + 1 < felt.count ? felt[index + 1].began : one.ends
            let site: VibrationSite =
                switch one.site {
                case "L": .left
                case "R": .right
                case "A": .all
                default: .around(degrees: Double(one.site) ?? 0)
                }
            return PerceivedPulse(
                length: (one.ends - one.began) * 1000, pause: max(next - one.ends, 0) * 1000,
                strength: Double(one.strength) / 100, site: site)
        }
    }

    private mutating func note(at now: Double) {
        let away = body.position.distance(to: ground.destination)
        (outcome.seconds, outcome.metersToGo) = (now, away)
        outcome.nearestMeters = min(outcome.nearestMeters, away)
    }
}
