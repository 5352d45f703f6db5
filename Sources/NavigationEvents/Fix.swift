/// One position of the vehicle or person: the payload of onGPS.
///
/// A value that the receiver did not report is `nil`; nothing is guessed. The ranges are those of ``PhysicalRange``.
public struct Fix: Sendable, Hashable {
    /// The time at which the position was valid, by the clock of the receiver; if that is set back by at most 30 s, the
    /// times continue without the step.
    public var time: Timestamp
    /// The position as the receiver reported it.
    public var position: Coordinate
    /// The position after the smoothing filter; equal to `position` for the first fix and where the filter cannot
    /// smooth.
    public var smoothedPosition: Coordinate
    /// Altitude above mean sea level, metres, -12000...100000.
    public var altitudeMeters: Double?
    /// Radius that contains the true position with a probability of 68 %, metres, at least 0.
    public var horizontalAccuracyMeters: Double?
    /// Speed over ground, metres per second, 0...1000.
    public var speedMetersPerSecond: Double?
    /// Standard deviation of the speed, metres per second, at least 0.
    public var speedAccuracyMetersPerSecond: Double?
    /// Direction of movement, degrees clockwise from true north, 0..<360.
    public var courseDegrees: Double?
    /// Direction in which the device points, from its compass, degrees clockwise from true north, 0..<360.
    public var headingDegrees: Double?
    /// Standard deviation of the heading, degrees, 0...180.
    public var headingAccuracyDegrees: Double?
    /// Number of satellites from which the position was computed.
    public var satellitesUsed: Int?
    /// Number of satellites in view.
    public var satellitesInView: Int?
    /// How the position was obtained.
    public var quality: FixQuality

    /// Makes a fix; the smoothed position is the raw one unless given.
    @inlinable
    public init(
        time: Timestamp,
        position: Coordinate,
        smoothedPosition: Coordinate? = nil,
        altitudeMeters: Double? = nil,
        horizontalAccuracyMeters: Double? = nil,
        speedMetersPerSecond: Double? = nil,
        speedAccuracyMetersPerSecond: Double? = nil,
        courseDegrees: Double? = nil,
        headingDegrees: Double? = nil,
        headingAccuracyDegrees: Double? = nil,
        satellitesUsed: Int? = nil,
        satellitesInView: Int? = nil,
        quality: FixQuality = .unknown
    ) {
        self.time = time
        self.position = position
        self.smoothedPosition = smoothedPosition ?? position
        self.altitudeMeters = altitudeMeters
        self.horizontalAccuracyMeters = horizontalAccuracyMeters
        self.speedMetersPerSecond = speedMetersPerSecond
        self.speedAccuracyMetersPerSecond = speedAccuracyMetersPerSecond
        self.courseDegrees = courseDegrees
        self.headingDegrees = headingDegrees
        self.headingAccuracyDegrees = headingAccuracyDegrees
        self.satellitesUsed = satellitesUsed
        self.satellitesInView = satellitesInView
        self.quality = quality
    }
}
