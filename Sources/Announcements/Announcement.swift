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
    /// The estimated seconds from the event to the end of the text.
    public var estimatedSeconds: Double
    /// The seconds from the fix of the event until the announcement would mislead; zero or negative if that moment has
    /// passed.
    public var validForSeconds: Double

    /// Creates an announcement.
    public init(
        cue: CueReference,
        subject: CueSubject,
        text: String,
        laneText: String = "",
        samples: [String] = [],
        pronunciations: [NamePronunciation] = [],
        priority: CuePriority,
        estimatedSeconds: Double,
        validForSeconds: Double
    ) {
        self.cue = cue
        self.subject = subject
        self.text = text
        self.laneText = laneText
        self.samples = samples
        self.pronunciations = pronunciations
        self.priority = priority
        self.estimatedSeconds = estimatedSeconds
        self.validForSeconds = validForSeconds
    }
}
