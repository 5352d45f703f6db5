import Geodesy
import Glibc
import NavigationEvents
import Platform
import Positions

/// A simulated satellite receiver in a walker's pocket, with slow errors, outages, and jumps by reflections.
struct SimulatedReceiver: Sendable {
    /// The quality of reception.
    enum Reception: String, CaseIterable, Sendable {
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
    private static let minCourseSpeedMetersPerSecond = 0.5

    private let reception: Reception
    private var generator: SplitMix64
    private var slow: PlanePoint
    private var silentUntil = -1.0
    private var jump = (until: -1.0, east: 0.0, north: 0.0)

    init(_ reception: Reception, seed: UInt64) {
        self.reception = reception
        generator = SplitMix64(seed: seed)
        slow = PlanePoint()
        slow = PlanePoint(
            east: generator.normal() * reception.slowMeters, north: generator.normal() * reception.slowMeters)
    }

    /// The next fix, one second after the previous one; `nil` during an outage.
    mutating func fix(of body: (position: PlanePoint, speed: Double, course: Double), at seconds: Double) -> Received? {
        age()
        begin(at: seconds)
        let noise = (generator.normal() * reception.noiseMeters, generator.normal() * reception.noiseMeters)
        let (speedNoise, courseNoise) = (generator.normal() * 0.1, generator.normal() * 6)
        let claim = reception.accuracyMeters * (0.85 + 0.3 * share())
        guard seconds >= silentUntil else { return nil }
        let isJumping = seconds < jump.until
        let position = PlanePoint(
            east: body.position.east + slow.east + noise.0 + (isJumping ? jump.east : 0),
            north: body.position.north + slow.north + noise.1 + (isJumping ? jump.north : 0))
        let speed = max(0, body.speed + speedNoise)
        return Received(
            position: position, accuracyMeters: isJumping ? claim * 1.5 : claim, speedMetersPerSecond: speed,
            courseDegrees: speed > Self.minCourseSpeedMetersPerSecond
                ? Angle.normalized(body.course + courseNoise) : nil)
    }

    /// A fix on the plane.
    struct Received: Hashable, Sendable {
        var position: PlanePoint
        var accuracyMeters: Double
        var speedMetersPerSecond: Double
        var courseDegrees: Double?
    }

    private mutating func age() {
        let keep = exp(-1 / Self.slowSeconds)
        let fresh = (1 - keep * keep).squareRoot() * reception.slowMeters
        slow = PlanePoint(
            east: keep * slow.east + fresh * generator.normal(), north: keep * slow.north + fresh * generator.normal())
    }

    /// Starts outages and jumps. Each second draws the same number of random values, so that one more outage changes
    /// nothing else.
    private mutating func begin(at seconds: Double) {
        let (outage, length, reflection) = (share(), share(), share())
        let (lasting, meters, direction) = (share(), share(), share())
        if outage < reception.outages.rate { silentUntil = seconds + 2 + (reception.outages.seconds - 2) * length }
        guard reflection < reception.jumps.rate else { return }
        let radians = 2 * .pi * direction
        let far = reception.jumps.meters * (0.5 + 0.5 * meters)
        jump = (seconds + 2 + (reception.jumps.seconds - 2) * lasting, far * sin(radians), far * cos(radians))
    }

    private mutating func share() -> Double { Double(generator.next() >> 11) / 0x1p53 }
}
