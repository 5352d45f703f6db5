public import NavigationEvents

/// What a ``PositionSource`` tells, in order.
///
/// A source hands on every position that its input states well, also one whose time runs backwards or stands still: what
/// to make of it is the ``PositionFilter``'s business. What cannot be read as a position is a problem. Nothing is lost
/// without either.
public enum PositionEvent: Sendable, Hashable {
    /// A position.
    case fix(Fix)
    /// Time passes without a fix: about once a second of the source's own time, from the first fix on.
    case elapsed(Timestamp)
    /// A compass says where the device points, as often as it does so. That of a recording has its time, and is not earlier
    /// than the fix it follows; that of a receiver may have none, which means now.
    case heading(HeadingReading)
    /// Something is wrong; the source goes on unless `ended` follows.
    case problem(PositionProblem)
    /// The source has come to its end. Nothing follows.
    case ended
}

extension PositionEvent {
    /// Whether a compass tells it, beside the positions.
    var isHeading: Bool {
        if case .heading = self { true } else { false }
    }
}
