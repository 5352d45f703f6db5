public import NavigationEvents

/// The sentence that renders a cue in speech, and how long it is valid.
public struct Announcement: Sendable, Hashable {
    /// The cue that the announcement renders. Each cue is announced once.
    public var cue: CueReference
    /// The subject of the cue: a maneuver, the destination, a stopover and so on.
    public var subject: CueSubject
    /// The whole sentence, with the lanes.
    public var text: String
    /// The last part of ``text``, which names the lanes to use; empty if the announcement names no lanes.
    public var laneText: String
    /// The names of the recorded clips that say the same, in the order of the language. Street names and signposts have
    /// no clips.
    public var samples: [String]
    /// How the voice says the names in the text that it would read wrongly.
    public var pronunciations: [NamePronunciation]
    /// The urgency of the cue.
    public var priority: CuePriority
    /// The estimated duration of the text at normal speed, in seconds.
    public var estimatedSeconds: Double
    /// The seconds from the fix of the event until the announcement would mislead; zero or negative if that moment has
    /// passed.
    public var validForSeconds: Double

    /// Creates an announcement and estimates its duration from the text.
    public init(
        cue: CueReference,
        subject: CueSubject,
        text: String,
        laneText: String = "",
        samples: [String] = [],
        pronunciations: [NamePronunciation] = [],
        priority: CuePriority,
        validForSeconds: Double
    ) {
        self.cue = cue
        self.subject = subject
        self.text = text
        self.laneText = laneText
        self.samples = samples
        self.pronunciations = pronunciations
        self.priority = priority
        self.estimatedSeconds = Announcement.estimatedSeconds(for: text)
        self.validForSeconds = validForSeconds
    }

    /// Estimates the duration of `text` in seconds: 0.4 s plus the time of its letters (``SpokenLetters``); 0 for an
    /// empty text.
    public static func estimatedSeconds(for text: String) -> Double {
        text.isEmpty ? 0 : 0.4 + speechSeconds(for: text)
    }

    /// Estimates the seconds from the first to the last sound of `text`.
    static func speechSeconds(for text: String) -> Double { SpokenLetters.count(of: text) / SpokenLetters.perSecond }
}
