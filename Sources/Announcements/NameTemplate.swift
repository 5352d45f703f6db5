/// The placeholder for a name in a text of a string table: `onto %n`, or with a form of the name `in %n{article}`.
enum NameTemplate {
    /// Returns a text with a name in place of `%n`, or after the text if it has no `%n`.
    ///
    /// - Parameters:
    ///   - template: The text.
    ///   - name: The name.
    ///   - inflect: Gives a name in a form or a grammatical case, which the text has in braces.
    static func filled(
        _ template: String, with name: String, inflect: (_ name: String, _ form: String) -> String
    ) -> String {
        guard let placeholder = template.firstRange(of: "%n") else { return "\(template) \(name)" }
        let rest = template[placeholder.upperBound...]
        guard let form = Grammar.bracedWord(rest) else { return template.replacing("%n", with: name) }
        return template[..<placeholder.lowerBound] + inflect(name, String(form)) + rest.dropFirst(form.count + 2)
    }
}
