import NavigationEvents

/// A duration as displays write it: `< 1 min`, `12 min`, `1 h 05 min`, `30 h`.
public struct DurationLabel: Hashable, Sendable {
    /// The label.
    public let text: String

    /// Creates the label of a duration, rounded to minutes, or to hours from a day on.
    ///
    /// - Returns: `nil` for an invalid duration: not finite, negative, or beyond ten thousand hours.
    public init?(seconds: Double) {
        guard seconds.isFinite, seconds >= 0, seconds < 3.6e7 else { return nil }
        let minutes = Int(clamping: (seconds / 60).rounded())
        switch minutes {
        case 0: text = "< 1 min"
        case ..<60: text = "\(minutes) min"
        case ..<(24 * 60): text = "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
        default: text = "\(Int(clamping: (seconds / 3600).rounded())) h"
        }
    }
}
