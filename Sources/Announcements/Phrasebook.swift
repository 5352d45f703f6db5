import NavigationEvents

/// Looks up what a language has for the ids of announcements, and fills in names and numbers.
struct Phrasebook: Sendable {
    private let strings: any StringRetriever
    private let settings: AnnouncementSettings
    /// What the ids of the forms for this mode of travel end with; empty where there are none.
    private let modeSuffix: String

    init(strings: any StringRetriever, settings: AnnouncementSettings, mode: TravelMode) {
        self.strings = strings
        self.settings = settings
        modeSuffix =
            switch mode {
            case .foot: "_walking"
            case .bicycle: "_cycling"
            case .car, .unknown: ""
            }
    }

    /// The text of `id`, which is without its prefix, in the mode of travel; `nil` where the language has none or an
    /// empty one.
    func text(_ id: String) -> String? { plain(form(id)) }

    /// The id in the form for the mode of travel, where the language has one.
    private func form(_ id: String) -> String {
        modeSuffix.isEmpty || plain(id + modeSuffix) == nil ? id : id + modeSuffix
    }

    private func plain(_ id: String) -> String? {
        guard let text = strings.text(for: StringKey.prefix + id), !text.isEmpty else { return nil }
        return text
    }

    /// The first id of the choice that the language has a phrase for; `nil` if it has none.
    func id(_ choice: PhraseChoice) -> String? { choice.first { text($0) != nil } }

    /// The first phrase of the choice that the language has; empty if it has none.
    func wording(_ choice: PhraseChoice) -> Wording {
        guard let id = id(choice), let text = text(id) else { return Wording() }
        return Wording(text: text, clips: [form(id)])
    }

    /// A phrase with a number in it, where the text says `%n`, else before it.
    func wording(_ id: String, number: Int) -> Wording {
        guard let template = text(id) else { return Wording() }
        let text = template.contains("%n") ? template.replacing("%n", with: "\(number)") : "\(number) \(template)"
        return Wording(text: text, clips: [form(id), "\(number)"])
    }

    /// The phrase and a name: where the text says `%n`, else after it. Names have no clips.
    func wording(_ id: String, name: String) -> Wording {
        guard !name.isEmpty, let template = text(id) else { return Wording() }
        return wording(template: template, name: name)
    }

    /// The way to a street, by its name, if the language says it in different ways.
    func street(_ name: String) -> Wording {
        guard !name.isEmpty, let usual = text("streetDirectionSep") else { return Wording() }
        return wording(template: strings.streetText(for: name) ?? usual, name: name)
    }

    private func wording(template: String, name: String) -> Wording {
        guard let place = template.firstRange(of: "%n") else { return Wording(text: "\(template) \(name)") }
        let rest = template[place.upperBound...]
        guard let grammaticalCase = Grammar.bracedWord(rest) else {
            return Wording(text: template.replacing("%n", with: name))
        }
        let inflected = strings.inflect(name, case: String(grammaticalCase))
        return Wording(
            text: template[..<place.lowerBound] + inflected + rest.dropFirst(grammaticalCase.count + 2))
    }

    /// The ids of a unit after a number, best first: exactly for the number, then for its plural category, then for any;
    /// in the case if there is one, else as usual.
    private func unitForms(_ distance: SpokenDistance, _ grammaticalCase: String) -> [String] {
        let unit = distance.unit.rawValue
        let category = strings.pluralCategory(ofTenths: distance.tenths)
        let bases = grammaticalCase.isEmpty ? [unit] : ["\(unit)_\(grammaticalCase)", unit]
        return bases.flatMap { ["\($0)_\(distance.number(decimalSeparator: "."))", "\($0)_\(category)", $0] }
    }

    /// What stands between the digits of 1.5.
    var decimalSeparator: String { settings.decimalSeparator ?? text("decimalSeparator") ?? "." }

    /// Number and unit; a unit may have forms for numbers and for grammatical cases (`guidance_unitKilometers_1`).
    func wording(meters: Double, grammaticalCase: String = "") -> Wording {
        guard let distance = SpokenDistance(meters: meters, system: settings.units) else { return Wording() }
        guard let id = unitForms(distance, grammaticalCase).first(where: { text($0) != nil }), let template = text(id)
        else { return Wording() }
        if template.contains(StringKey.noNumber) {
            // The number is in the words, and in their clip.
            return Wording(text: template.replacing(StringKey.noNumber, with: ""), clips: [id])
        }
        let number = distance.number(decimalSeparator: decimalSeparator)
        let words = template.contains("%n") ? template.replacing("%n", with: number) : "\(number) \(template)"
        guard let clip = distance.clip else {
            // What clips cannot say is not in the text that is made for clips either.
            return settings.outputType == .samples ? Wording() : Wording(text: words)
        }
        return Wording(text: words, clips: [clip, id])
    }
}
