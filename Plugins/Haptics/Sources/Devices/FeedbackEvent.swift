/// Events of feedbackd that are felt, for those that know no patterns: which one feels most like a vibration.
///
/// The names are those of its specification of events; the times those of the theme it comes with. A strength cannot be
/// told, so what is weak is told as something shorter.
enum FeedbackEvent: String, CaseIterable, Sendable {
    case released = "button-released"
    case pressed = "button-pressed"
    case closed = "window-close"
    case bell = "bell-terminal"
    case message = "message-new-instant"

    /// How long it is felt, milliseconds.
    var milliseconds: Int {
        switch self {
        case .released: 12
        case .pressed: 15
        case .closed: 25
        case .bell: 100
        case .message: 150
        }
    }

    /// The event that feels most like a vibration; `nil` for one that is not felt at all.
    init?(_ vibration: Vibration) {
        guard vibration.strength > 0, vibration.milliseconds > 0 else { return nil }
        let felt = Double(vibration.milliseconds) * min(vibration.strength, 1)
        // Between two the one that is nearer by its share: 50 ms are as far from 25 as from 100.
        self = Self.allCases.min { $0.distance(felt) < $1.distance(felt) } ?? .bell
    }

    private func distance(_ felt: Double) -> Double {
        let own = Double(milliseconds)
        return max(own, felt) / min(own, felt)
    }
}
