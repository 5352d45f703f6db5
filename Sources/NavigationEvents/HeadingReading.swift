/// What a compass says, before it is known how far magnetic north lies from true north there.
public struct HeadingReading: Sendable, Hashable {
    /// Which north a heading is measured from.
    public enum Reference: Int, Sendable, Hashable, CaseIterable {
        /// The geographic pole.
        case trueNorth = 1
        /// The magnetic pole: the declination of the place is still to be added.
        case magneticNorth = 2
    }

    /// Where the device points, degrees clockwise from north, 0..<360.
    public var degrees: Double
    /// Which north that is.
    public var reference: Reference
    /// Standard deviation, degrees.
    public var accuracyDegrees: Double?
    /// Which compass it was, since each sits differently on its wearer: 1 to 64 bytes of text, as
    /// "gpsd /dev/ttyUSB0" or "bluetooth F0:F1:F2:F3:F4:F5".
    public var source: String
    /// When it was so, by the clock of the fixes; `nil` for now.
    public var time: Timestamp?

    /// Makes a reading.
    public init(
        degrees: Double, reference: Reference, accuracyDegrees: Double? = nil, source: String, time: Timestamp? = nil
    ) {
        self.degrees = degrees
        self.reference = reference
        self.accuracyDegrees = accuracyDegrees
        self.source = source
        self.time = time
    }
}
