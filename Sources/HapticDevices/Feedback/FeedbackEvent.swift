/// The haptic events of feedbackd, for versions without patterns: the event that is most similar to a vibration.
///
/// The names are those of the event naming specification, the durations those of the default theme. Events have no
/// strength, so a weak vibration becomes a shorter event.
enum FeedbackEvent: String, CaseIterable, Sendable {
    case released = "button-released"
    case pressed = "button-pressed"
    case closed = "window-close"
    case bell = "bell-terminal"
    case message = "message-new-instant"

    /// The duration of its vibration, milliseconds.
    var milliseconds: Int {
        switch self {
        case .released: 12
        case .pressed: 15
        case .closed: 25
        case .bell: 100
        case .message: 150
        }
    }

    /// The event that is most similar to a vibration; `nil` for a vibration without strength or duration.
    init?(_ vibration: Vibration) {
        guard vibration.strength > 0, vibration.milliseconds > 0 else { return nil }
        let felt = Double(vibration.milliseconds) * min(vibration.strength, 1)
        // The comparison is by ratio: 50 ms is as far from 25 as from 100.
        self = Self.allCases.min { $0.distance(felt) < $1.distance(felt) } ?? .bell
    }

    private func distance(_ felt: Double) -> Double {
        let own = Double(milliseconds)
        return max(own, felt) / min(own, felt)
    }
}
