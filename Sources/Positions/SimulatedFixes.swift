import Geodesy
import NavigationEvents
import Platform

/// The fixes of a simulated drive.
struct SimulatedFixes: Sequence, IteratorProtocol {
    /// Maximum step of the simulation in seconds, whatever the rate of fixes.
    private static let maxStepSeconds = 0.25
    /// Minimum speed at which a receiver reports a course.
    private static let minCourseSpeed = 0.5

    private let profile: SpeedProfile
    private let noiseMeters: Double
    private let periodSeconds: Double
    private let start: Timestamp
    private var generator: SplitMix64
    private var count = 0
    private var meters = 0.0
    private var segment = 0
    private var restLeft: Int

    init(route: Route, settings: SimulatedDrive.Settings) {
        let speedFactor = settings.speedFactor.isFinite ? Swift.min(20, Swift.max(0.05, settings.speedFactor)) : 1
        let rate = settings.rateHertz.isFinite ? Swift.min(100, Swift.max(0.01, settings.rateHertz)) : 1
        profile = SpeedProfile(route: route, speedFactor: speedFactor)
        noiseMeters = settings.noiseMeters.isFinite ? Swift.max(0, settings.noiseMeters) : 0
        periodSeconds = 1 / rate
        start = settings.start
        generator = SplitMix64(seed: settings.seed)
        let rest = settings.restSeconds.isFinite ? Swift.min(3600, Swift.max(0, settings.restSeconds)) : 0
        restLeft = profile.points.isEmpty ? -1 : Int(rest * rate)
    }

    mutating func next() -> Fix? {
        let isAtEnd = meters >= profile.lengthMeters
        if isAtEnd {
            guard restLeft >= 0 else { return nil }
            restLeft -= 1
        }
        let speed = isAtEnd || count == 0 ? 0 : profile.speed(atMeters: meters, segment: segment)
        let fix = fix(speed: speed)
        count += 1
        if !isAtEnd { drive() }
        return fix
    }

    private mutating func drive() {
        var left = periodSeconds
        while left > 1e-9, meters < profile.lengthMeters {
            let step = Swift.min(left, Self.maxStepSeconds)
            meters += profile.speed(atMeters: meters, segment: segment) * step
            while segment + 2 < profile.points.count, meters >= profile.distances[segment + 1] { segment += 1 }
            left -= step
        }
    }

    private mutating func fix(speed: Double) -> Fix {
        let truePosition = truePosition
        let east = generator.normal() * noiseMeters
        let north = generator.normal() * noiseMeters
        let position = LocalScale(at: truePosition).moved(truePosition, eastMeters: east, northMeters: north)
        return Fix(
            time: start.advanced(bySeconds: Double(count) * periodSeconds), position: position,
            // The radius that holds 68 % if each direction has this deviation.
            horizontalAccuracyMeters: Swift.max(3, noiseMeters * 1.51), speedMetersPerSecond: speed,
            courseDegrees: speed < Self.minCourseSpeed ? nil : profile.courses[segment], quality: .gps)
    }

    /// The position on the line.
    private var truePosition: Coordinate {
        guard segment + 1 < profile.points.count else { return profile.points[segment] }
        let length = profile.distances[segment + 1] - profile.distances[segment]
        let share = length > 0 ? Swift.min(1, Swift.max(0, (meters - profile.distances[segment]) / length)) : 1
        let (start, end) = (profile.points[segment], profile.points[segment + 1])
        let (east, north) = LocalScale(at: start).offsetMeters(from: start, to: end)
        return LocalScale(at: start).moved(start, eastMeters: east * share, northMeters: north * share)
    }
}
