/// Gives the words of one language: phrases and grammars by their ids.
///
/// The generator asks for every word it says; no word of any language is in its code.
public protocol StringRetriever: Sendable {
    /// The text for `id` ("guidance_turnLeft"); `nil` if the language has none. An empty text counts as none.
    func text(for id: String) -> String?
}
