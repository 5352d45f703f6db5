/// How a voice says a name in an announcement whose spelling it would read wrongly.
public struct NamePronunciation: Sendable, Hashable {
    /// The name as in the text of the announcement.
    public var name: String
    /// The same name as the voice must get it: "Interstate 2 83" for "Interstate 283".
    public var spoken: String
    /// The language of the name, BCP 47, if a voice of that language should say it; `nil` for the voice of the
    /// announcement.
    public var language: String?

    /// Creates a pronunciation.
    public init(name: String, spoken: String, language: String? = nil) {
        self.name = name
        self.spoken = spoken
        self.language = language
    }
}
