import NavigationEvents

/// Looks up the phrases of a language and fills in names and numbers.
struct PhraseLookup: Sendable {
    private let strings: any StringRetriever
    private let settings: AnnouncementSettings
    /// The suffix of the ids for the travel mode; empty for modes without forms of their own.
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

    /// Returns the text of `id` (without prefix) for the travel mode; `nil` if the language has none or an empty one.
    func text(_ id: String) -> String? { plain(form(id)) }

    /// Returns the id of the form for the travel mode, if the language has one.
    private func form(_ id: String) -> String {
        modeSuffix.isEmpty || plain(id + modeSuffix) == nil ? id : id + modeSuffix
    }

    private func plain(_ id: String) -> String? {
        guard let text = strings.text(for: StringKey.prefix + id), !text.isEmpty else { return nil }
        return text
    }

    /// Returns the first id of the choice with a phrase in the language; `nil` if there is none.
    func id(_ choice: PhraseChoice) -> String? { choice.first { text($0) != nil } }

    /// Returns the first phrase of the choice that the language has; empty if it has none.
    ///
    /// - Parameters:
    ///   - choice: The ids of the phrases.
    ///   - roundabout: The name of the roundabout, which replaces `%r`; empty for "the roundabout".
    func wording(_ choice: PhraseChoice, roundabout: String = "") -> Wording {
        guard let id = id(choice), let text = text(id) else { return Wording() }
        return Wording(text: naming(roundabout, in: text), clips: [form(id)])
    }

    /// Returns a phrase with the words for a roundabout, with or without its name, in place of `%r`.
    func naming(_ roundabout: String, in text: String) -> String {
        guard text.contains(StringKey.roundaboutInText) else { return text }
        let named = wording("roundaboutNamed", name: roundabout).text
        let words = named.isEmpty ? self.text("roundabout") ?? "" : named
        return Grammar.normalized(text.replacing(StringKey.roundaboutInText, with: words))
    }

    /// Returns a phrase with a number in place of `%n`, or before the phrase if it has no `%n`.
    func wording(_ id: String, number: Int, roundabout: String = "") -> Wording {
        guard let template = text(id).map({ naming(roundabout, in: $0) }) else { return Wording() }
        let text = template.contains("%n") ? template.replacing("%n", with: "\(number)") : "\(number) \(template)"
        return Wording(text: text, clips: [form(id), "\(number)"])
    }

    /// Returns a phrase with a name in place of `%n`, or after the phrase if it has no `%n`. Names have no clips.
    func wording(_ id: String, name: String) -> Wording {
        guard !name.isEmpty, let template = text(id) else { return Wording() }
        return wording(template: template, name: name)
    }

    /// Returns the phrase "onto" with the name of a street. The phrase may depend on the name.
    func street(_ name: String) -> Wording {
        guard !name.isEmpty, let usual = text("streetDirectionSep") else { return Wording() }
        return wording(template: strings.streetText(for: name) ?? usual, name: name)
    }

    /// Returns the phrase "on" with the name of a street that is followed. A language with the same words for "on" and
    /// "onto" has only those.
    func followed(_ name: String) -> Wording {
        guard !name.isEmpty, let usual = text("streetOn") else { return street(name) }
        return wording(template: usual, name: name)
    }

    /// Returns the phrase "to stay on" with the name of a street; empty if the language has none.
    func kept(_ name: String) -> Wording {
        text("stayOn") == nil ? Wording() : wording("stayOn", name: followed(name).text)
    }

    private func wording(template: String, name: String) -> Wording {
        Wording(text: NameTemplate.filled(template, with: name) { strings.inflect($0, case: $1) })
    }

    /// Returns a name of a country as its people say it in the language; unchanged if nothing is known about it.
    func spokenName(_ name: String, in country: String?) -> String {
        strings.spokenName(name, in: country) ?? name
    }

    /// Returns how the voice says a name of a country; `nil` if it reads the name rightly.
    func pronunciation(of name: String, in country: String?) -> NamePronunciation? {
        strings.pronunciation(of: name, in: country)
    }

    /// Returns the ids of a unit after a number, best first: for the exact number, for its plural category, and for any
    /// number; first in the grammatical case, then in the usual one.
    private func unitForms(_ distance: SpokenDistance, _ grammaticalCase: String) -> [String] {
        let unit = distance.unit.rawValue
        let category = strings.pluralCategory(ofTenths: distance.tenths)
        let bases = grammaticalCase.isEmpty ? [unit] : ["\(unit)_\(grammaticalCase)", unit]
        return bases.flatMap { ["\($0)_\(distance.number(decimalSeparator: "."))", "\($0)_\(category)", $0] }
    }

    /// The decimal separator of 1.5.
    var decimalSeparator: String { settings.decimalSeparator ?? text("decimalSeparator") ?? "." }

    /// Returns number and unit. A unit may have forms for numbers and grammatical cases (`guidance_unitKilometers_1`).
    func wording(meters: Double, grammaticalCase: String = "") -> Wording {
        guard let distance = SpokenDistance(meters: meters, system: settings.units) else { return Wording() }
        guard let id = unitForms(distance, grammaticalCase).first(where: { text($0) != nil }), let template = text(id)
        else { return Wording() }
        if template.contains(StringKey.numberInText) {
            // The text and its clip contain the number.
            return Wording(text: template.replacing(StringKey.numberInText, with: ""), clips: [id])
        }
        let number = distance.number(decimalSeparator: decimalSeparator)
        let words = template.contains("%n") ? template.replacing("%n", with: number) : "\(number) \(template)"
        guard let clip = distance.clip else {
            // With the output `samples` the text omits what the clips cannot say.
            return settings.outputType == .samples ? Wording() : Wording(text: words)
        }
        return Wording(text: words, clips: [clip, id])
    }
}
