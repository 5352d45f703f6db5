public import NavigationEvents

extension ReplayPace {
    /// Parses the notation for people: "max", or a number above 0 ("20", "0.5"); `nil` for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .max
        } else if let factor = Number.decimal(text), factor > 0 {
            self = .factor(factor)
        } else {
            return nil
        }
    }

    /// Seconds to wait for a number of recorded seconds.
    func waitSeconds(recordedSeconds: Double) -> Double {
        guard case .factor(let factor) = self, factor > 0, recordedSeconds > 0 else { return 0 }
        return recordedSeconds / factor
    }
}
