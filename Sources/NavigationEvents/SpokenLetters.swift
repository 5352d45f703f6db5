/// How long words take to say, as far as their letters tell.
public enum SpokenLetters {
    /// How many letters of a usual text a voice says in a second.
    public static let perSecond = 15.0

    /// How many letters of a usual text take as long as `text`: a digit counts for five ("637" is said as "six hundred
    /// thirty seven"), a character of a script that writes syllables or words for two and a half, a mark that only changes
    /// the letter before it for none.
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
