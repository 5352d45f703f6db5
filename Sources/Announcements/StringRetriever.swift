public import NavigationEvents

/// The source of the texts of one language: phrases and grammars by their ids.
///
/// The generator has no built-in words. Only ``text(for:)`` is required; the other methods serve languages whose words
/// are inflected.
public protocol StringRetriever: Sendable {
    /// Returns the text for `id` ("guidance_turnLeft"); `nil` if the language has none. An empty text counts as no
    /// text.
    func text(for id: String) -> String?

    /// The letters of an average text (``SpokenLetters``) that a voice of the language speaks in a second at its normal
    /// speed.
    var lettersPerSecond: Double { get }

    /// Returns the plural category of a number in Unicode's CLDR ("few"); "other" if the language has only one.
    ///
    /// - Parameter tenths: The number in tenths: 15 for 1.5.
    func pluralCategory(ofTenths tenths: Int) -> String

    /// Returns a name in a grammatical case, which a text requests as `%n{case}`.
    func inflect(_ name: String, case grammaticalCase: String) -> String

    /// Returns the text that replaces `guidance_streetDirectionSep` for a street of this name; `nil` for the usual
    /// text.
    func streetText(for name: String) -> String?

    /// Returns the name of a road as people say it in a country, in the language of the texts; `nil` if it stays as it
    /// is.
    ///
    /// - Parameters:
    ///   - name: The name, such as "I-95 N".
    ///   - country: The country, ISO 3166-1 alpha-2; `nil` if it is unknown.
    func spokenName(_ name: String, in country: String?) -> String?

    /// Returns how the voice says a name that is announced; `nil` if it reads the name rightly.
    func pronunciation(of name: String, in country: String?) -> NamePronunciation?

    /// Returns the country at a position, ISO 3166-1 alpha-2; `nil` if it is unknown.
    func countryCode(at position: Coordinate) -> String?
}

extension StringRetriever {
    /// The speed of a slow voice.
    public var lettersPerSecond: Double { SpokenLetters.perSecond }

    /// Returns the same category for all numbers.
    public func pluralCategory(ofTenths tenths: Int) -> String { PluralRules.rest }

    /// Returns `nil`: all streets have the usual text.
    public func streetText(for name: String) -> String? { nil }

    /// Returns `nil`: all names stay as they are.
    public func spokenName(_ name: String, in country: String?) -> String? { nil }

    /// Returns `nil`: the voice reads all names rightly.
    public func pronunciation(of name: String, in country: String?) -> NamePronunciation? { nil }

    /// Returns `nil`: no country is known.
    public func countryCode(at position: Coordinate) -> String? { nil }

    /// Returns the name unchanged.
    public func inflect(_ name: String, case grammaticalCase: String) -> String { name }
}
