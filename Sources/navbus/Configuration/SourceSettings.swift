import Positions
import Supervisor

/// Where positions come from: section `[source]`.
struct SourceSettings {
    /// The kinds of source there are.
    enum Kind: String, CaseIterable {
        case gpsd, nmea, gpx, simulate
    }

    var kind: Kind
    /// A file or a serial device: `nmea` and `gpx`.
    var path: String?
    /// The daemon: `gpsd`.
    var host = "127.0.0.1"
    var port: UInt16 = 2947
    /// Bits per second of a serial device: `nmea`.
    var baud = 4800
    /// How fast a recording is replayed or a drive simulated.
    var pace = ReplayPace.factor(1)
    /// Times the speed the router expects: `simulate`.
    var speedFactor = 1.0
    /// Standard deviation of the position in metres: `simulate`.
    var noiseMeters = 4.0
    /// Makes the noise repeatable: `simulate`.
    var seed: UInt64 = 1
    /// Fixes per second: `simulate`.
    var rateHertz = 1.0

    /// Whether it comes to an end by itself.
    var isRecorded: Bool {
        switch kind {
        case .gpsd: false
        case .gpx, .simulate: true
        case .nmea: !(path ?? "").hasPrefix("/dev/")
        }
    }
}
