import EventBus
import Foundation
import NavigationEvents
import Routes
import TestSupport

@testable import Haptics

/// Somebody who wears a band, carries a receiver and a compass that tell the bus where they are, and goes where the band
/// leads: in the time of the clock on the wall.
struct BandWearer {
    /// What came of it.
    struct Outcome {
        /// Whether the arrival was felt.
        var hasArrived = false
        var seconds = 0.0
        /// From the destination, when it ended.
        var metersToGo: Double
        /// The nearest it ever came.
        var nearestMeters: Double
        /// What was felt, in order.
        var felt: [PatternName] = []
    }

    /// The compass sits across at its wrist.
    static let (compass, compassOffsetDegrees) = ("wrist", 40.0)
    /// Of the usual pace: somebody in a hurry.
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
    ///   - degrees: Where it faces at first.
    ///   - isFelt: Whether its motors move.
    init(_ route: Route, facing degrees: Double, band: Wristband, isFelt: Bool, client: BusClient) {
        ground = WalkGround(route)
        body = WalkerBody(at: ground.line[0], facing: degrees, seed: 1)
        (self.band, self.isFelt, self.client) = (band, isFelt, client)
        let away = ground.line[0].distance(to: ground.destination)
        outcome = Outcome(metersToGo: away, nearestMeters: away)
    }

    /// Walks until the arrival is felt, or the time is over.
    mutating func walk(atMost seconds: Double) throws -> Outcome {
        let began = Wristband.now
        var last = 0.0
        rhythms = band.felt.count
        for tick in 0... {
            let due = Double(tick) / Double(Self.clockHertz)
            guard !outcome.hasArrived, due < seconds else { break }
            Thread.sleep(forTimeInterval: max(0, began + due - Wristband.now))
            let now = Wristband.now - began
            body.live(for: now - last, at: now, pace: mind.pace(at: now) * Self.pace)
            last = now
            if tick % Self.clockHertz == 0 { try tellPlace() }
            try tellHeading()
            if isFelt { feel(at: now, since: began) }
            note(at: now)
        }
        return outcome
    }

    private func tellPlace() throws {
        let nanoseconds = Date().timeIntervalSince1970 * 1e9
        let fix = Fix(
            time: Timestamp(nanosecondsSinceEpoch: Int64(nanoseconds)), position: ground.coordinate(body.place),
            horizontalAccuracyMeters: 3, speedMetersPerSecond: body.speed, courseDegrees: body.facingDegrees,
            quality: .gps)
        _ = try client.request(.position(.main, fix))
    }

    private func tellHeading() throws {
        let degrees = Angle.normalized(body.facingDegrees + Self.compassOffsetDegrees)
        let reading = HeadingReading(degrees: degrees, reference: .trueNorth, source: Self.compass)
        _ = try client.request(.heading(.main, reading))
    }

    /// Does what a rhythm says that has come to its end.
    private mutating func feel(at now: Double, since began: Double) {
        let felt = band.felt
        let silence = Double(decoder.breakMilliseconds) / 1000
        var end = rhythms + 1
        while end < felt.count, felt[end].began - felt[end - 1].ends < silence { end += 1 }
        guard end <= felt.count, Wristband.now - felt[end - 1].ends >= silence else { return }
        defer { rhythms = end }
        let first = felt[rhythms].began - began
        guard let meaning = decoder.meaning(of: Self.pulses(Array(felt[rhythms..<end]))) else { return }
        outcome.felt.append(meaning.name)
        // What began before the last turn was done tells of where one faced then.
        if meaning.name.isSteering, first < body.turnedAt + WalkerMind.waitsForCompassSeconds { return }
        switch mind.obey(meaning, at: now) {
        case .turn(let degrees): body.turn(by: degrees, at: now)
        case .arrive: outcome.hasArrived = true
        // There are no streets.
        case .take, .turnAround, nil: break
        }
    }

    private static func pulses(_ felt: [Wristband.Felt]) -> [FeltPulse] {
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
            return FeltPulse(
                length: (one.ends - one.began) * 1000, pause: max(next - one.ends, 0) * 1000,
                strength: Double(one.strength) / 100, site: site)
        }
    }

    private mutating func note(at now: Double) {
        let away = body.place.distance(to: ground.destination)
        (outcome.seconds, outcome.metersToGo) = (now, away)
        outcome.nearestMeters = min(outcome.nearestMeters, away)
    }
}
