import Glibc
import NavigationEvents
import Platform
import TestSupport

/// Simulates a receiver on a drive along a drawn road.
struct Drive {
    var road: Road
    var speed = 12.0
    /// Whether the drive slows down at corners; otherwise its speed is constant.
    var slowsAtCorners = true
    var hertz = 1.0
    /// Standard deviation of the position error in metres; errors of consecutive fixes are correlated.
    var noise = 0.0
    var accuracy: Double? = 8
    var seed: UInt64 = 1
    /// Metres along the road where the drive begins and ends.
    var from = 0.0
    var to = Double.infinity
    /// The time in seconds at which the drive begins.
    var at = 0.0
    /// Seconds of standing at the end.
    var waits = 0.0
    var saysSpeedAndCourse = true

    static let epoch: Int64 = 1_750_000_000_000_000_000

    static func time(_ seconds: Double) -> Timestamp {
        Timestamp(nanosecondsSinceEpoch: epoch + Int64((seconds * 1e9).rounded()))
    }

    /// The fixes of the receiver, in order.
    func fixes() -> [Fix] {
        var random = SplitMix64(seed: seed &+ 0x9e37_79b9_7f4a_7c15)
        var error = (east: random.normal(noise), north: random.normal(noise))
        let fading = exp(-1 / (20 * hertz))
        let fresh = noise * (1 - fading * fading).squareRoot()
        return samples().map { sample in
            error = (fading * error.east + random.normal(fresh), fading * error.north + random.normal(fresh))
            return Fix(
                time: Self.time(sample.seconds),
                position: road.coordinate(east: sample.east + error.east, north: sample.north + error.north),
                horizontalAccuracyMeters: accuracy, speedMetersPerSecond: saysSpeedAndCourse ? sample.speed : nil,
                courseDegrees: saysSpeedAndCourse && sample.speed > 0.5 ? sample.course : nil, quality: .gps)
        }
    }

    /// The time in seconds at which the drive ends.
    var endSeconds: Double { samples().last?.seconds ?? at }

    private struct DriveSample {
        var seconds: Double
        var east: Double
        var north: Double
        var course: Double
        var speed: Double
    }

    /// The true positions, sampled from one continuous drive, so that all rates see the same drive.
    private func samples() -> [DriveSample] {
        let fine = 20
        let every = max(1, Int((Double(fine) / hertz).rounded()))
        var line = RoadFollower(road)
        let end = min(to, road.lengthMeters)
        var meters = from
        var samples: [DriveSample] = []
        var tick = 0
        while meters < end {
            let now = slowsAtCorners ? min(speed, line.speedLimit(at: meters, top: speed)) : speed
            if tick % every == 0 { samples.append(sample(line.sample(at: meters), tick, fine, now)) }
            meters += max(now, 0.5) / Double(fine)
            tick += 1
        }
        for _ in 0..<Int(waits * Double(fine)) + every {
            if tick % every == 0 { samples.append(sample(line.sample(at: end), tick, fine, waits > 0 ? 0 : speed)) }
            tick += 1
        }
        return samples
    }

    private func sample(
        _ spot: (east: Double, north: Double, course: Double), _ tick: Int, _ fine: Int, _ speed: Double
    ) -> DriveSample {
        DriveSample(
            seconds: at + Double(tick) / Double(fine), east: spot.east, north: spot.north, course: spot.course,
            speed: speed)
    }
}

/// Moves along the vertices of a road.
private struct RoadFollower {
    private let points: [(east: Double, north: Double)]
    private var distances = [0.0]
    private var corners: [Double] = []
    private var index = 0

    init(_ road: Road) {
        points = road.points
        for (one, next) in zip(points, points.dropFirst()) {
            distances.append(distances[distances.count - 1] + hypot(next.east - one.east, next.north - one.north))
        }
        for middle in points.indices.dropFirst().dropLast() {
            let turn = (course(middle) - course(middle - 1)).magnitude
            if min(turn, 360 - turn) > 25 { corners.append(distances[middle]) }
        }
    }

    private func course(_ segment: Int) -> Double {
        let one = points[segment]
        let next = points[segment + 1]
        let degrees = atan2(next.east - one.east, next.north - one.north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    mutating func sample(at meters: Double) -> (east: Double, north: Double, course: Double) {
        while index < points.count - 2, distances[index + 1] <= meters { index += 1 }
        let length = distances[index + 1] - distances[index]
        let part = length > 0 ? min(max((meters - distances[index]) / length, 0), 1) : 0
        let one = points[index]
        let next = points[index + 1]
        return (
            one.east + (next.east - one.east) * part, one.north + (next.north - one.north) * part, course(index)
        )
    }

    /// The speed limit of braking to 4 m/s at corners with 2 m/s².
    func speedLimit(at meters: Double, top: Double) -> Double {
        corners.reduce(top) { limit, corner in
            min(limit, (16 + 4 * (corner - meters).magnitude).squareRoot())
        }
    }
}
