import Geodesy
import Glibc
import NavigationEvents
import Platform
import Positions

/// A simulated satellite receiver in a walker's pocket, with slow errors, outages, and jumps by reflections.
struct SimulatedReceiver: Sendable {
    /// The quality of reception.
    enum Sky: String, CaseIterable, Sendable {
        /// Open sky.
        case good
        /// Between houses.
        case city
        /// In narrow streets, or deep in a bag.
        case bad

        /// Standard deviation of the slow error in each direction, metres.
        fileprivate var slowMeters: Double {
            switch self {
            case .good: 1.5
            case .city: 3.5
            case .bad: 6
            }
        }

        /// Standard deviation of the error of each fix in each direction, metres.
        fileprivate var noiseMeters: Double {
            switch self {
            case .good: 0.4
            case .city: 1
            case .bad: 2
            }
        }

        /// The accuracy that the receiver reports, metres.
        fileprivate var accuracyMeters: Double {
            switch self {
            case .good: 4
            case .city: 7
            case .bad: 12
            }
        }

        /// The outages: rate per second, and maximum duration in seconds.
        fileprivate var outages: (rate: Double, seconds: Double) {
            switch self {
            case .good: (0, 0)
            case .city: (1.0 / 300, 12)
            case .bad: (1.0 / 150, 25)
            }
        }

        /// The jumps by reflections: rate per second, maximum duration in seconds, maximum error in metres.
        fileprivate var jumps: (rate: Double, seconds: Double, meters: Double) {
            switch self {
            case .good: (0, 0, 0)
            case .city: (1.0 / 240, 8, 25)
            case .bad: (1.0 / 120, 12, 40)
            }
        }
    }

    private static let slowSeconds = 40.0
    private static let leastCourseSpeed = 0.5

    private let sky: Sky
    private var dice: SplitMix64
    private var slow: PlanePoint
    private var silentUntil = -1.0
    private var jump = (until: -1.0, east: 0.0, north: 0.0)

    init(_ sky: Sky, seed: UInt64) {
        self.sky = sky
        dice = SplitMix64(seed: seed)
        slow = PlanePoint()
        slow = PlanePoint(east: dice.normal() * sky.slowMeters, north: dice.normal() * sky.slowMeters)
    }

    /// The next fix, one second after the previous one; `nil` during an outage.
    mutating func fix(of body: (place: PlanePoint, speed: Double, course: Double), at seconds: Double) -> Received? {
        age()
        begin(at: seconds)
        let noise = (dice.normal() * sky.noiseMeters, dice.normal() * sky.noiseMeters)
        let (speedNoise, courseNoise) = (dice.normal() * 0.1, dice.normal() * 6)
        let claim = sky.accuracyMeters * (0.85 + 0.3 * share())
        guard seconds >= silentUntil else { return nil }
        let isJumping = seconds < jump.until
        let place = PlanePoint(
            east: body.place.east + slow.east + noise.0 + (isJumping ? jump.east : 0),
            north: body.place.north + slow.north + noise.1 + (isJumping ? jump.north : 0))
        let speed = max(0, body.speed + speedNoise)
        return Received(
            place: place, accuracyMeters: isJumping ? claim * 1.5 : claim, speedMetersPerSecond: speed,
            courseDegrees: speed > Self.leastCourseSpeed ? Angle.normalized(body.course + courseNoise) : nil)
    }

    /// A fix on the plane.
    struct Received: Hashable, Sendable {
        var place: PlanePoint
        var accuracyMeters: Double
        var speedMetersPerSecond: Double
        var courseDegrees: Double?
    }

    private mutating func age() {
        let keep = exp(-1 / Self.slowSeconds)
        let fresh = (1 - keep * keep).squareRoot() * sky.slowMeters
        slow = PlanePoint(
            east: keep * slow.east + fresh * dice.normal(), north: keep * slow.north + fresh * dice.normal())
    }

    /// Starts outages and jumps. Each second draws the same number of random values, so that one more outage changes
    /// nothing else.
    private mutating func begin(at seconds: Double) {
        let (outage, length, reflection) = (share(), share(), share())
        let (lasting, meters, direction) = (share(), share(), share())
        if outage < sky.outages.rate { silentUntil = seconds + 2 + (sky.outages.seconds - 2) * length }
        guard reflection < sky.jumps.rate else { return }
        let radians = 2 * .pi * direction
        let far = sky.jumps.meters * (0.5 + 0.5 * meters)
        jump = (seconds + 2 + (sky.jumps.seconds - 2) * lasting, far * sin(radians), far * cos(radians))
    }

    private mutating func share() -> Double { Double(dice.next() >> 11) / 0x1p53 }
}
