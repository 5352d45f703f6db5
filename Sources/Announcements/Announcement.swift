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

    /// Seconds it takes to say `text`: 0.4 s and a second for every 15 letters; 0 for an empty text. A digit counts for
    /// five letters ("637" is said as "six hundred thirty seven"), a character of a script that writes syllables or words
    /// for two and a half.
    public static func estimatedSeconds(for text: String) -> Double {
        if text.isEmpty { return 0 }
        let letters = text.unicodeScalars.reduce(0.0) { sum, scalar in
            sum + self.letters(of: scalar)
        }
        return 0.4 + letters / 15
    }

    private static func letters(of scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x30...0x39: 5
        case 0...0x7F: 1
        // Kana, ideographs, Hangul syllables.
        case 0x3040...0xD7AF where !scalar.properties.isGraphemeExtend: 2.5
        default: scalar.properties.isGraphemeExtend ? 0 : 1
        }
    }
}
