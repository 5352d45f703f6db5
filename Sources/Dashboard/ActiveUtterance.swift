public import NavigationEvents

/// An utterance that sounds now or is paused.
public struct ActiveUtterance: Sendable, Hashable {
    /// The control that speaks ("speech").
    public internal(set) var control: String
    /// The process of the control.
    public internal(set) var processID: Int32
    /// The number of the effect in its process, from 1; 0 if effects are not numbered.
    public internal(set) var effectNumber: UInt64
    /// The spoken text.
    public internal(set) var text: String
    /// The word being spoken, in Unicode scalars of ``text``; `nil` if the control does not report it.
    public internal(set) var range: Range<Int>?
    /// Whether it is paused.
    public internal(set) var isPaused: Bool
    /// The cue that it announces.
    public internal(set) var cue: CueReference?
    /// The arrival of its latest report.
    var reportedAt: Moment

    /// The text before the current word, the word, and the rest. Without a known word, all of it is the rest.
    public var parts: (said: String, word: String, rest: String) {
        guard let range else { return ("", "", text) }
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
        let end = scalars.index(scalars.startIndex, offsetBy: range.upperBound)
        return (
            String(scalars[..<start]), String(scalars[start..<end]), String(scalars[end...])
        )
    }
}

/// The latest utterance, also while it sounds.
public struct LastUtterance: Sendable, Hashable {
    /// How the utterance ended.
    public enum Ending: String, Sendable, Hashable, CaseIterable {
        /// It was spoken to its end.
        case finished
        /// It was cut short.
        case cancelled
        /// It could not be spoken.
        case failed
    }

    /// The control that spoke ("speech").
    public internal(set) var control: String
    /// The process of the control.
    public internal(set) var processID: Int32
    /// The number of the effect in its process, from 1; 0 if effects are not numbered.
    public internal(set) var effectNumber: UInt64
    /// The spoken text.
    public internal(set) var text: String
    /// How it ended; `nil` while it sounds or is paused.
    public internal(set) var ending: Ending?
    /// The time of its beginning.
    public internal(set) var beganAt: Moment
    /// The time of its end.
    var endedAt: Moment?
    /// Whether its maneuver was passed while it sounded.
    var isExpired = false
}
