/// A reading of a compass, before the magnetic declination is applied.
public struct HeadingReading: Sendable, Hashable {
    /// The north from which a heading is measured.
    public enum Reference: Int, Sendable, Hashable, CaseIterable {
        /// The geographic pole.
        case trueNorth = 1
        /// The magnetic pole: the declination at the position is still to be added.
        case magneticNorth = 2
    }

    /// Direction in which the device points, degrees clockwise from `reference`, 0..<360.
    public var degrees: Double
    /// The north from which `degrees` are measured.
    public var reference: Reference
    /// Standard deviation of the heading, degrees, at least 0; `nil` if the compass does not report it.
    public var accuracyDegrees: Double?
    /// The name of the compass, since the offset to the wearer differs from compass to compass: 1 to 64 bytes of text,
    /// such as "gpsd /dev/ttyUSB0" or "bluetooth F0:F1:F2:F3:F4:F5".
    public var source: String
    /// The time of the reading, by the clock of the fixes; `nil` for now.
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
