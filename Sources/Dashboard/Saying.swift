public import NavigationEvents

/// An utterance that sounds now, or is paused.
public struct Saying: Sendable, Hashable {
    /// The control that speaks ("speech").
    public internal(set) var control: String
    /// Its process.
    public internal(set) var processID: Int32
    /// Which of its effects it is, from 1; 0 if they are not counted.
    public internal(set) var effectNumber: UInt64
    /// The sentence.
    public internal(set) var text: String
    /// The word that is being spoken, in Unicode scalars of ``text``; `nil` if that is not told.
    public internal(set) var range: Range<Int>?
    /// Whether it is paused.
    public internal(set) var isPaused: Bool
    /// The cue that it announces.
    public internal(set) var cue: CueReference?
    /// When it was last heard of.
    var heardAt: Moment

    /// The text in three: what was said, the word being said, and the rest; the first two are empty if no word is told.
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
public struct LastSaid: Sendable, Hashable {
    /// What became of it.
    public enum Ending: String, Sendable, Hashable, CaseIterable {
        /// All of it was heard.
        case finished
        /// It was cut short.
        case cancelled
        /// It could not be said.
        case failed
    }

    /// The control that spoke ("speech").
    public internal(set) var control: String
    /// Its process.
    public internal(set) var processID: Int32
    /// Which of its effects it was, from 1; 0 if they are not counted.
    public internal(set) var effectNumber: UInt64
    /// The sentence.
    public internal(set) var text: String
    /// What became of it; `nil` while it sounds or is paused.
    public internal(set) var ending: Ending?
    /// When it began.
    public internal(set) var beganAt: Moment
    /// When ``ending`` was noted.
    var endedAt: Moment?
}
