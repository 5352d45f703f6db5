/// How fast a recording or a simulation is played.
public enum ReplayPace: Sendable, Hashable {
    /// Times the recorded pace; 1 is as recorded. Not above 0: as fast as can be.
    case factor(Double)
    /// As fast as the consumer takes the positions.
    case max

    /// As recorded.
    public static let recorded = ReplayPace.factor(1)

    /// Reads what people write: "max", or a number above 0 ("20", "0.5"). `nil` if it is neither.
    public init?(_ text: String) {
        if text == "max" {
            self = .max
        } else if let factor = Number.decimal(text), factor > 0 {
            self = .factor(factor)
        } else {
            return nil
        }
    }

    /// Seconds to wait for so many recorded seconds.
    func waitSeconds(recordedSeconds: Double) -> Double {
        guard case .factor(let factor) = self, factor > 0, recordedSeconds > 0 else { return 0 }
        return recordedSeconds / factor
    }
}
