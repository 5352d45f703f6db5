/// Gives the words of one language: phrases and grammars by their ids.
///
/// The generator asks for every word it says; no word of any language is in its code. Only ``text(for:)`` has to be
/// there; the others serve languages whose words change with their neighbours.
public protocol StringRetriever: Sendable {
    /// The text for `id` ("guidance_turnLeft"); `nil` if the language has none. An empty text counts as none.
    func text(for id: String) -> String?

    /// The form of a word after a number, in the categories of Unicode's CLDR ("few"); "other" where all are alike.
    ///
    /// - Parameter tenths: The number in tenths: 15 for 1.5.
    func pluralCategory(ofTenths tenths: Int) -> String

    /// A name in a grammatical case, which a text asks for as `%n{case}`.
    func inflect(_ name: String, case grammaticalCase: String) -> String

    /// How the way to a street of this name is said, as a text for `guidance_streetDirectionSep`; `nil` as usual.
    func streetText(for name: String) -> String?
}

extension StringRetriever {
    /// All numbers are alike.
    public func pluralCategory(ofTenths tenths: Int) -> String { PluralRules.rest }

    /// As usual.
    public func streetText(for name: String) -> String? { nil }

    /// The name as it is.
    public func inflect(_ name: String, case grammaticalCase: String) -> String { name }
}
