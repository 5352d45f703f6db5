public import NavigationEvents

/// An event of a ``PositionSource``, in order.
///
/// A source delivers every well-formed position, even if its time runs backwards or stands still: the
/// ``PositionFilter`` decides about it. Input that is not a position causes a problem. Everything else is delivered.
public enum PositionEvent: Sendable, Hashable {
    /// A position.
    case fix(Fix)
    /// Time has passed without a fix: about once a second of the time of a recording or a simulation, from the first fix
    /// on. A receiver has no time of its own: its consumer lets time pass.
    case elapsed(Timestamp)
    /// A reading of a compass, at the rate of the compass. In a recording it has a time, which is not before that of
    /// the previous fix; from a receiver it may have none, which means now.
    case heading(HeadingReading)
    /// A problem; the source continues unless `ended` follows.
    case problem(PositionProblem)
    /// The source has ended. No event follows.
    case ended
}

extension PositionEvent {
    /// Maximum length of a silence in which time passes, seconds: the position is lost long before.
    public static let maxSilenceSeconds = 900.0

    /// Whether it is a reading of a compass, not a position.
    var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
