public import Positions

/// Where positions come from.
public struct SourcePlan: Sendable, Hashable {
    /// The kinds of source there are.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case gpsd, nmea, gpx, simulate
    }

    /// Which kind.
    public var kind: Kind
    /// A file or a serial device: `nmea` and `gpx`. Absolute.
    public var path: String?
    /// The daemon's host: `gpsd`.
    public var host = "127.0.0.1"
    /// The daemon's port: `gpsd`.
    public var port: UInt16 = 2947
    /// Bits per second of a serial device: `nmea`.
    public var baud = 4800
    /// How fast a recording is replayed or a drive simulated.
    public var pace = ReplayPace.factor(1)
    /// Times the speed the router expects: `simulate`.
    public var speedFactor = 1.0
    /// Standard deviation of the position in metres: `simulate`.
    public var noiseMeters = 4.0
    /// Makes the noise repeatable: `simulate`.
    public var seed: UInt64 = 1
    /// Fixes per second: `simulate`.
    public var rateHertz = 1.0

    /// Makes a plan with the usual values.
    public init(kind: Kind) { self.kind = kind }

    /// Whether it comes to an end by itself.
    public var isRecorded: Bool {
        switch kind {
        case .gpsd: false
        case .gpx, .simulate: true
        case .nmea: !(path ?? "").hasPrefix("/dev/")
        }
    }
}
