/// The ranges of the numbers of a position. A number outside its range is invalid, whatever its source.
///
/// The bus, and whatever reads an event, treat a number outside as one that was not given. An accuracy beyond the range is
/// the range's end instead: a receiver that is out by more than half of the Earth has not reported that it is exact.
public enum PhysicalRange {
    /// The years 1970 to 2199.
    public static let time =
        Timestamp(nanosecondsSinceEpoch: 0)..<Timestamp(nanosecondsSinceEpoch: 7_258_118_400_000_000_000)
    /// From below the deepest sea to the edge of space, metres above mean sea level.
    public static let altitudeMeters = -12_000.0...100_000.0
    /// Up to three times the speed of sound.
    public static let speedMetersPerSecond = 0.0...1000.0
    /// At least 0 and less than 360.
    public static let directionDegrees = 0.0..<360.0
    /// Half of the Earth's circumference.
    public static let maxAccuracyMeters = 20_000_000.0
    /// A heading that is out by more says nothing more either.
    public static let maxAccuracyDegrees = 180.0
    /// No receiver hears more satellites.
    public static let satellites = 0...1000

    /// An altitude, if it can be one.
    @inlinable
    public static func altitude(_ meters: Double) -> Double? { altitudeMeters.contains(meters) ? meters : nil }

    /// A speed, if it can be one.
    @inlinable
    public static func speed(_ metersPerSecond: Double) -> Double? {
        speedMetersPerSecond.contains(metersPerSecond) ? metersPerSecond : nil
    }

    /// A direction, if it can be one; 360, which some receivers write for north, is 0.
    @inlinable
    public static func direction(_ degrees: Double) -> Double? {
        directionDegrees.contains(degrees) ? degrees : degrees == 360 ? 0 : nil
    }

    /// An accuracy, if it can be one; at most `most`.
    @inlinable
    public static func accuracy(_ value: Double, most: Double) -> Double? { value >= 0 ? min(value, most) : nil }

    /// A count of satellites, if it can be one.
    @inlinable
    public static func satellites(_ count: Int) -> Int? { satellites.contains(count) ? count : nil }
}

extension Fix {
    /// Takes out the numbers that cannot be (``PhysicalRange``): they are unknown.
    ///
    /// Time and positions stay what they are: without them there is no fix, see ``isPossible``.
    public mutating func removeImpossibleNumbers() {
        altitudeMeters = altitudeMeters.flatMap(PhysicalRange.altitude)
        horizontalAccuracyMeters = horizontalAccuracyMeters.flatMap {
            PhysicalRange.accuracy($0, most: PhysicalRange.maxAccuracyMeters)
        }
        speedMetersPerSecond = speedMetersPerSecond.flatMap(PhysicalRange.speed)
        speedAccuracyMetersPerSecond = speedAccuracyMetersPerSecond.flatMap {
            PhysicalRange.accuracy($0, most: PhysicalRange.speedMetersPerSecond.upperBound)
        }
        courseDegrees = courseDegrees.flatMap(PhysicalRange.direction)
        headingDegrees = headingDegrees.flatMap(PhysicalRange.direction)
        headingAccuracyDegrees = headingAccuracyDegrees.flatMap {
            PhysicalRange.accuracy($0, most: PhysicalRange.maxAccuracyDegrees)
        }
        satellitesUsed = satellitesUsed.flatMap(PhysicalRange.satellites)
        satellitesInView = satellitesInView.flatMap(PhysicalRange.satellites)
    }

    /// The fix without the numbers that cannot be.
    public var withoutImpossibleNumbers: Fix {
        var fix = self
        fix.removeImpossibleNumbers()
        return fix
    }

    /// Whether its positions are on Earth and its time is one of ``PhysicalRange/time``.
    public var isPossible: Bool {
        position.isValid && smoothedPosition.isValid && PhysicalRange.time.contains(time)
    }
}
