/// The direction in which a device points: the payload of onHeading, at the rate of the compass, which usually exceeds
/// that of the fixes.
///
/// It is the heading of the device. A consumer that needs the direction of the wearer has to know the offset between
/// both.
public struct Heading: Sendable, Hashable {
    /// The time of the reading, by the clock of the fixes.
    public var time: Timestamp
    /// Direction in which the device points, degrees clockwise from true north, 0..<360.
    public var degrees: Double
    /// Standard deviation of the heading, degrees, at least 0; `nil` if the compass does not report it.
    public var accuracyDegrees: Double?
    /// The declination that was added, degrees, positive where magnetic north lies east of true north; `nil` if the
    /// compass measures from true north.
    public var declinationDegrees: Double?
    /// The compass: ``HeadingReading/source``.
    public var source: String

    /// Makes a heading.
    public init(
        time: Timestamp, degrees: Double, accuracyDegrees: Double? = nil, declinationDegrees: Double? = nil,
        source: String
    ) {
        self.time = time
        self.degrees = degrees
        self.accuracyDegrees = accuracyDegrees
        self.declinationDegrees = declinationDegrees
        self.source = source
    }
}
