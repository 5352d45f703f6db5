import Glibc
import NavigationEvents
import Platform
import TestSupport

/// A straight drive at constant speed, with its true positions.
struct FilterTrack {
    var latitude = 49.4
    var longitude = 8.68
    var heading = 90.0
    var speed = 12.0
    private var noise: Double
    private var random: SplitMix64

    init(
        latitude: Double = 49.4, longitude: Double = 8.68, heading: Double = 90, speed: Double = 12,
        seed: UInt64 = 1,
        noise: Double = 0
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.heading = heading
        self.speed = speed
        self.noise = noise
        random = SplitMix64(seed: seed &* 0x9e37_79b9_7f4a_7c15)
    }

    /// The true fix after a number of seconds. East and west it follows a parallel, north and south a meridian.
    func fix(_ seconds: Double) -> Fix {
        Fix(
            time: Timestamp(nanosecondsSinceEpoch: 1_750_000_000_000_000_000 + Int64(seconds * 1e9)),
            position: moved(
                east: speed * seconds * sin(heading * .pi / 180),
                north: speed * seconds * cos(heading * .pi / 180)),
            horizontalAccuracyMeters: 6, speedMetersPerSecond: speed,
            courseDegrees: speed > 0 ? heading : nil)
    }

    /// The same with independent noise.
    mutating func noisy(_ seconds: Double) -> Fix {
        var fix = fix(seconds)
        let scale = Self.scale(fix.position.latitudeDegrees)
        fix.position.latitudeDegrees += random.normal(noise) / scale.north
        fix.position.longitudeDegrees += random.normal(noise) / scale.east
        fix.smoothedPosition = fix.position
        return fix
    }

    /// The distance from the true position, metres.
    func meters(_ place: Coordinate, _ seconds: Double) -> Double {
        Self.meters(fix(seconds).position, place)
    }

    static func meters(_ one: Coordinate, _ other: Coordinate) -> Double {
        let scale = scale(one.latitudeDegrees)
        var east = other.longitudeDegrees - one.longitudeDegrees
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        return hypot(east * scale.east, (other.latitudeDegrees - one.latitudeDegrees) * scale.north)
    }

    private func moved(east: Double, north: Double) -> Coordinate {
        let scale = Self.scale(latitude)
        var longitude = longitude + east / scale.east
        if longitude > 180 { longitude -= 360 }
        return Coordinate(latitudeDegrees: latitude + north / scale.north, longitudeDegrees: longitude)
    }

    private static func scale(_ latitude: Double) -> (east: Double, north: Double) {
        let phi = latitude * .pi / 180
        return (
            111_412.84 * cos(phi) - 93.5 * cos(3 * phi) + 0.118 * cos(5 * phi),
            111_132.954 - 559.822 * cos(2 * phi) + 1.175 * cos(4 * phi)
        )
    }
}
