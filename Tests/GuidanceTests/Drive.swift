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
        return places().map { place in
            error = (fading * error.east + random.normal(fresh), fading * error.north + random.normal(fresh))
            return Fix(
                time: Self.time(place.seconds),
                position: road.coordinate(east: place.east + error.east, north: place.north + error.north),
                horizontalAccuracyMeters: accuracy, speedMetersPerSecond: saysSpeedAndCourse ? place.speed : nil,
                courseDegrees: saysSpeedAndCourse && place.speed > 0.5 ? place.course : nil, quality: .gps)
        }
    }

    /// The time in seconds at which the drive ends.
    var endSeconds: Double { places().last?.seconds ?? at }

    private struct Place {
        var seconds: Double
        var east: Double
        var north: Double
        var course: Double
        var speed: Double
    }

    /// The true positions, sampled from one continuous drive, so that all rates see the same drive.
    private func places() -> [Place] {
        let fine = 20
        let every = max(1, Int((Double(fine) / hertz).rounded()))
        var line = RoadFollower(road)
        let end = min(to, road.lengthMeters)
        var along = from
        var places: [Place] = []
        var tick = 0
        while along < end {
            let now = slowsAtCorners ? min(speed, line.speedLimit(at: along, top: speed)) : speed
            if tick % every == 0 { places.append(place(line.place(at: along), tick, fine, now)) }
            along += max(now, 0.5) / Double(fine)
            tick += 1
        }
        for _ in 0..<Int(waits * Double(fine)) + every {
            if tick % every == 0 { places.append(place(line.place(at: end), tick, fine, waits > 0 ? 0 : speed)) }
            tick += 1
        }
        return places
    }

    private func place(
        _ spot: (east: Double, north: Double, course: Double), _ tick: Int, _ fine: Int, _ speed: Double
    ) -> Place {
        Place(
            seconds: at + Double(tick) / Double(fine), east: spot.east, north: spot.north, course: spot.course,
            speed: speed)
    }
}

/// Moves along the vertices of a road.
private struct RoadFollower {
    private let points: [(east: Double, north: Double)]
    private var alongs = [0.0]
    private var corners: [Double] = []
    private var index = 0

    init(_ road: Road) {
        points = road.points
        for (one, next) in zip(points, points.dropFirst()) {
            alongs.append(alongs[alongs.count - 1] + hypot(next.east - one.east, next.north - one.north))
        }
        for middle in points.indices.dropFirst().dropLast() {
            let turn = (course(middle) - course(middle - 1)).magnitude
            if min(turn, 360 - turn) > 25 { corners.append(alongs[middle]) }
        }
    }

    private func course(_ segment: Int) -> Double {
        let one = points[segment]
        let next = points[segment + 1]
        let degrees = atan2(next.east - one.east, next.north - one.north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }

    mutating func place(at along: Double) -> (east: Double, north: Double, course: Double) {
        while index < points.count - 2, alongs[index + 1] <= along { index += 1 }
        let length = alongs[index + 1] - alongs[index]
        let part = length > 0 ? min(max((along - alongs[index]) / length, 0), 1) : 0
        let one = points[index]
        let next = points[index + 1]
        return (
            one.east + (next.east - one.east) * part, one.north + (next.north - one.north) * part, course(index)
        )
    }

    /// The speed limit of braking to 4 m/s at corners with 2 m/s².
    func speedLimit(at along: Double, top: Double) -> Double {
        corners.reduce(top) { limit, corner in
            min(limit, (16 + 4 * (corner - along).magnitude).squareRoot())
        }
    }
}
