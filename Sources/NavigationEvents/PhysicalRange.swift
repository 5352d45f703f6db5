/// The valid ranges of the numbers of a position. A number outside its range is invalid, whatever its source.
///
/// The bus and every reader of an event treat a number out of range as absent. An accuracy above its range is clamped
/// to the maximum: a large error does not mean that the value is exact.
public enum PhysicalRange {
    /// The years 1970 to 2199.
    public static let time =
        Timestamp(nanosecondsSinceEpoch: 0)..<Timestamp(nanosecondsSinceEpoch: 7_258_118_400_000_000_000)
    /// From below the deepest sea to the edge of space, metres above mean sea level.
    public static let altitudeMeters = -12_000.0...100_000.0
    /// Up to three times the speed of sound, metres per second.
    public static let speedMetersPerSecond = 0.0...1000.0
    /// Almost three turns a second, degrees per second.
    public static let yawRateDegreesPerSecond = -1000.0...1000.0
    /// Degrees clockwise from north: at least 0 and less than 360.
    public static let directionDegrees = 0.0..<360.0
    /// Half of the Earth's circumference, metres.
    public static let maxAccuracyMeters = 20_000_000.0
    /// Half of a full circle, degrees: a larger value carries no more information.
    public static let maxAccuracyDegrees = 180.0
    /// More satellites than any receiver reports.
    public static let satellites = 0...1000

    /// The altitude in metres; `nil` if it is out of range.
    @inlinable
    public static func altitude(_ meters: Double) -> Double? { altitudeMeters.contains(meters) ? meters : nil }

    /// The speed in metres per second; `nil` if it is out of range.
    @inlinable
    public static func speed(_ metersPerSecond: Double) -> Double? {
        speedMetersPerSecond.contains(metersPerSecond) ? metersPerSecond : nil
    }

    /// The direction in degrees; `nil` if it is out of range. 360, which some receivers report for north, becomes 0.
    @inlinable
    public static func direction(_ degrees: Double) -> Double? {
        directionDegrees.contains(degrees) ? degrees : degrees == 360 ? 0 : nil
    }

    /// The accuracy, clamped to at most `maximum`; `nil` if it is negative or NaN.
    @inlinable
    public static func accuracy(_ value: Double, maximum: Double) -> Double? { value >= 0 ? min(value, maximum) : nil }

    /// The count of satellites; `nil` if it is out of range.
    @inlinable
    public static func satellites(_ count: Int) -> Int? { satellites.contains(count) ? count : nil }
}

extension Fix {
    /// Sets the numbers out of their ``PhysicalRange`` to `nil`.
    ///
    /// Time and positions stay unchanged: without them there is no fix, see ``isPossible``.
    public mutating func removeImpossibleNumbers() {
        altitudeMeters = altitudeMeters.flatMap(PhysicalRange.altitude)
        horizontalAccuracyMeters = horizontalAccuracyMeters.flatMap {
            PhysicalRange.accuracy($0, maximum: PhysicalRange.maxAccuracyMeters)
        }
        speedMetersPerSecond = speedMetersPerSecond.flatMap(PhysicalRange.speed)
        speedAccuracyMetersPerSecond = speedAccuracyMetersPerSecond.flatMap {
            PhysicalRange.accuracy($0, maximum: PhysicalRange.speedMetersPerSecond.upperBound)
        }
        courseDegrees = courseDegrees.flatMap(PhysicalRange.direction)
        headingDegrees = headingDegrees.flatMap(PhysicalRange.direction)
        headingAccuracyDegrees = headingAccuracyDegrees.flatMap {
            PhysicalRange.accuracy($0, maximum: PhysicalRange.maxAccuracyDegrees)
        }
        satellitesUsed = satellitesUsed.flatMap(PhysicalRange.satellites)
        satellitesInView = satellitesInView.flatMap(PhysicalRange.satellites)
    }

    /// The fix without the numbers out of range.
    public var withoutImpossibleNumbers: Fix {
        var fix = self
        fix.removeImpossibleNumbers()
        return fix
    }

    /// Whether its positions are valid and its time lies within ``PhysicalRange/time``.
    public var isPossible: Bool {
        position.isValid && smoothedPosition.isValid && PhysicalRange.time.contains(time)
    }
}
