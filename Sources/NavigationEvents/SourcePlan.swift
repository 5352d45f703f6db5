/// A source of positions and its settings.
public struct SourcePlan: Sendable, Hashable {
    /// The kinds of sources.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case gpsd, nmea, gpx, simulate, geoclue, http, auto
    }

    /// The kind of the source.
    public var kind: Kind
    /// Absolute path of a file or a serial device: `nmea` and `gpx`.
    public var path: String?
    /// The host of the daemon: `gpsd`.
    public var host = "127.0.0.1"
    /// The port of the daemon: `gpsd`.
    public var port: UInt16 = 2947
    /// Address and port of the listener: `http`; `nil` for 127.0.0.1:5055.
    public var listen: String?
    /// The token that senders need: `http`; `nil` for none.
    public var token: String?
    /// Bits per second of a serial device: `nmea`.
    public var baud = 4800
    /// The speed of a replay or a simulation.
    public var pace = ReplayPace.factor(1)
    /// Factor of the speed that the router expects: `simulate`.
    public var speedFactor = 1.0
    /// Standard deviation of the position, metres: `simulate`.
    public var noiseMeters = 4.0
    /// Seed of the noise: `simulate`.
    public var seed: UInt64 = 1
    /// Fixes per second: `simulate`.
    public var rateHertz = 1.0
    /// The time of the first fix: `simulate`; `nil` for 2000-01-01T00:00:00Z.
    public var startTime: Timestamp?

    /// Makes a plan with the default values.
    public init(kind: Kind) { self.kind = kind }

    /// Whether the source needs the libraries of the program `navbus-receivers`, which the small `navbus-bus` lacks.
    public var needsReceivers: Bool {
        switch kind {
        case .geoclue, .http, .auto: true
        case .gpsd, .nmea, .gpx, .simulate: false
        }
    }

    /// Whether the source ends by itself.
    public var isRecorded: Bool {
        switch kind {
        case .gpsd, .geoclue, .http, .auto: false
        case .gpx, .simulate: true
        case .nmea: !(path ?? "").hasPrefix("/dev/")
        }
    }
}
