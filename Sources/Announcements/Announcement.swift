public import NavigationEvents

/// A cue in words: what is to be said, and until when.
public struct Announcement: Sendable, Hashable {
    /// The cue it renders, under which it is said once.
    public var cue: CueReference
    /// What the cue is about.
    public var subject: CueSubject
    /// All that is said.
    public var text: String
    /// The last part of ``text``, which tells the lanes that lead on; empty where that is not said.
    public var laneText: String
    /// The same announcement as names of recorded clips, in the order of the language; names and signposts never.
    public var samples: [String]
    /// How urgent it is.
    public var priority: CuePriority
    /// Seconds it takes to say the text at normal speed, estimated from its length.
    public var estimatedSeconds: Double
    /// Seconds after the fix of its event from which it would mislead; not positive if that moment has passed.
    public var validForSeconds: Double

    /// Makes an announcement; the duration is estimated from the text.
    public init(
        cue: CueReference,
        subject: CueSubject,
        text: String,
        laneText: String = "",
        samples: [String] = [],
        priority: CuePriority,
        validForSeconds: Double
    ) {
        self.cue = cue
        self.subject = subject
        self.text = text
        self.laneText = laneText
        self.samples = samples
        self.priority = priority
        self.estimatedSeconds = Announcement.estimatedSeconds(for: text)
        self.validForSeconds = validForSeconds
    }

    /// Seconds it takes to say `text`: 0.4 s, and as long as its letters take (``SpokenLetters``); 0 for an empty text.
    public static func estimatedSeconds(for text: String) -> Double {
        text.isEmpty ? 0 : 0.4 + SpokenLetters.count(of: text) / SpokenLetters.perSecond
    }
}
