/// Where a device points, as the payload of onHeading: as often as its compass says it, mostly more often than there are
/// fixes.
///
/// It is the device's heading. How the device sits on its wearer is known to whoever uses it.
public struct Heading: Sendable, Hashable {
    /// When it was so, by the clock of the fixes.
    public var time: Timestamp
    /// Degrees clockwise from true north, 0..<360.
    public var degrees: Double
    /// Standard deviation, degrees.
    public var accuracyDegrees: Double?
    /// The declination that was added, degrees, positive where magnetic north lies east of true north; `nil` if the
    /// compass knows true north itself.
    public var declinationDegrees: Double?
    /// Which compass it was: ``HeadingReading/source``.
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
