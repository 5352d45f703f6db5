/// One position of the vehicle or person: the payload of onGPS.
///
/// A value that the receiver did not report is `nil`; nothing is guessed.
public struct Fix: Sendable, Hashable {
    /// The time of the position, by the receiver's clock.
    public var time: Timestamp
    /// The position as received.
    public var position: Coordinate
    /// The position after the smoothing filter; equal to `position` for the first fix and where the filter cannot
    /// smooth.
    public var smoothedPosition: Coordinate
    /// Metres above mean sea level.
    public var altitudeMeters: Double?
    /// Radius in metres that holds the true position with 68 % probability.
    public var horizontalAccuracyMeters: Double?
    /// Speed over ground, metres per second, at least 0.
    public var speedMetersPerSecond: Double?
    /// Standard deviation of the speed, metres per second.
    public var speedAccuracyMetersPerSecond: Double?
    /// Direction of movement, degrees clockwise from true north, 0..<360.
    public var courseDegrees: Double?
    /// Direction in which the device points (compass), degrees clockwise from true north, 0..<360.
    public var headingDegrees: Double?
    /// Standard deviation of the heading, degrees.
    public var headingAccuracyDegrees: Double?
    /// Satellites used in the solution.
    public var satellitesUsed: Int?
    /// Satellites in view.
    public var satellitesInView: Int?
    /// How the position was obtained.
    public var quality: FixQuality

    /// Makes a fix; the smoothed position is the raw one unless given.
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
