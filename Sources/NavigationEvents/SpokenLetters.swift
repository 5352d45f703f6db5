/// An estimate of the speaking time of a text from its letters.
public enum SpokenLetters {
    /// Letters of an average text that a voice speaks in a second.
    public static let perSecond = 15.0

    /// The number of letters of an average text that take as long as `text`. A digit counts as five ("637" is spoken as
    /// "six hundred thirty seven"), a character of a syllabic or logographic script as two and a half, a combining mark
    /// as zero.
    public static func count(of text: some StringProtocol) -> Double {
        text.unicodeScalars.reduce(0) { $0 + letters(of: $1) }
    }

    private static func letters(of scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x30...0x39: 5
        case 0...0x7F: 1
        case _ where scalar.properties.isGraphemeExtend: 0
        // Kana, ideographs, Hangul syllables.
        case 0x3040...0xD7AF: 2.5
        default: 1
        }
    }
}
