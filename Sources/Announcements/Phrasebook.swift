/// Looks up what a language has for the ids of announcements, and fills in names and numbers.
struct Phrasebook: Sendable {
    private let strings: any StringRetriever
    private let settings: AnnouncementSettings

    init(strings: any StringRetriever, settings: AnnouncementSettings) {
        self.strings = strings
        self.settings = settings
    }

    /// The text of `id`, which is without its prefix; `nil` where the language has none or an empty one.
    func text(_ id: String) -> String? {
        guard let text = strings.text(for: "guidance_" + id), !text.isEmpty else { return nil }
        return text
    }

    /// The first phrase of the choice that the language has; empty if it has none.
    func wording(_ choice: PhraseChoice) -> Wording {
        for id in choice {
            if let text = text(id) { return Wording(text: text, clips: [id]) }
        }
        return Wording()
    }

    /// A phrase with a number in it, where the text says `%n`, else before it.
    func wording(_ id: String, number: Int) -> Wording {
        guard let template = text(id) else { return Wording() }
        let text = template.contains("%n") ? template.replacing("%n", with: "\(number)") : "\(number) \(template)"
        return Wording(text: text, clips: [id, "\(number)"])
    }

    /// The phrase and a name: where the text says `%n`, else after it. Names have no clips.
    func wording(_ id: String, name: String) -> Wording {
        guard !name.isEmpty, let template = text(id) else { return Wording() }
        return Wording(text: template.contains("%n") ? template.replacing("%n", with: name) : "\(template) \(name)")
    }

    /// Number and unit; a unit may have a form of its own for a number (`guidance_unitKilometers_1`).
    func wording(meters: Double) -> Wording {
        guard let distance = SpokenDistance(meters: meters, system: settings.units) else { return Wording() }
        let unit = distance.unit.rawValue
        let form = "\(unit)_\(distance.number(decimalSeparator: "."))"
        let id = text(form) == nil ? unit : form
        guard let template = text(id) else { return Wording() }
        let separator = settings.decimalSeparator ?? text("decimalSeparator") ?? "."
        let number = distance.number(decimalSeparator: separator)
        let words = template.contains("%n") ? template.replacing("%n", with: number) : "\(number) \(template)"
        guard let clip = distance.clip else {
            // What clips cannot say is not in the text that is made for clips either.
            return settings.outputType == .samples ? Wording() : Wording(text: words)
        }
        return Wording(text: words, clips: [clip, id])
    }
}
