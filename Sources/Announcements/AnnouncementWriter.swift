import NavigationEvents

/// Writes the sentence of a cue in one language: chooses a grammar and phrases, and fills the grammar with the phrases.
///
/// Grammars and phrases are in the table of the language (`Plugins/Speech/Languages`); the code has only their keys.
/// PhraseChoice.swift has the keys for each maneuver, ``LaneAdvice`` those for lanes, ``SpokenDistance`` those for
/// distances.
struct AnnouncementWriter: Sendable {
    let lookup: PhraseLookup
    let settings: AnnouncementSettings
    let names: any NameNormalizer
    let countries: StepCountries

    init(
        strings: any StringRetriever, settings: AnnouncementSettings, names: any NameNormalizer,
        mode: TravelMode = .unknown, countries: StepCountries = StepCountries()
    ) {
        self.countries = countries
        lookup = PhraseLookup(strings: strings, settings: settings, mode: mode)
        self.settings = settings
        self.names = names
    }

    /// Returns the sentence of a cue.
    func wording(for moment: CueContext, leavingOut brevity: Brevity = .nothing) throws(AnnouncementError) -> Wording {
        switch (moment.cue.subject, moment.cue.stage) {
        case (.offRoute, _): try standalonePhrase(["uTurn"])
        case (.followRoad, _), (_, .follow): try followRoad(moment)
        case (.destination, .now): try standalonePhrase(moment.step.targetReachedPhrases)
        case (.stopover, .now): try standalonePhrase(["stopover"])
        default: try sentence(for: moment, leavingOut: brevity)
        }
    }

    /// Returns a phrase that is a sentence by itself.
    private func standalonePhrase(_ choice: PhraseChoice) throws(AnnouncementError) -> Wording {
        let wording = lookup.wording(choice)
        guard !wording.text.isEmpty else { throw AnnouncementError.noPhrase(choice) }
        return Wording(text: Grammar.normalized(wording.text), clips: wording.clips)
    }

    /// Returns the phrase "follow the road", which may contain the field DISTANCE.
    private func followRoad(_ moment: CueContext) throws(AnnouncementError) -> Wording {
        guard let text = lookup.text("followRoad") else { throw AnnouncementError.noPhrase(["followRoad"]) }
        let grammar = Grammar(text)
        let filled = grammar.filled { field, grammaticalCase, _ in
            guard field == .distance else { return Wording() }
            return lookup.wording(meters: moment.spokenMeters(in: settings.units), grammaticalCase: grammaticalCase)
        }
        guard !filled.text.isEmpty else { throw .nothingToSay(grammar: text) }
        // A phrase without fields is one clip.
        return Wording(
            text: filled.text, clips: grammar.hasFields ? filled.clips : lookup.wording(["followRoad"]).clips)
    }
}

extension AnnouncementWriter {
    /// The order of the fields for a language without a grammar.
    private static let builtInDistance: [Grammar.Field] = [
        .distance, .tunnel, .maneuver1, .maneuverAddition, .streetName, .signpost,
    ]
    private static let builtInNow: [Grammar.Field] = [
        .immediately, .tunnel, .maneuver1, .maneuverAddition, .streetName,
    ]
    private static let builtInNext: [Grammar.Field] = [.immediately, .maneuver2, .maneuverAddition]

    private func sentence(
        for moment: CueContext, leavingOut brevity: Brevity
    ) throws(AnnouncementError) -> Wording {
        let first = try part(for: moment).leavingOut(brevity)
        let next = brevity == .next ? nil : moment.next
        let second = next.map { nextPart($0, isStopover: moment.isNextStopover).leavingOut(brevity) }
        var fields = SentenceFields(
            distance: { lookup.wording(meters: moment.spokenMeters(in: settings.units), grammaticalCase: $0) },
            first: first,
            second: second.flatMap { $0.maneuver.text.isEmpty ? nil : $0 },
            immediately: immediately(moment, isChained: next != nil))
        let nextFields = fields.second == nil ? [] : Self.builtInNext
        let chain = fields.second == nil ? "" : "ThenMan2"
        if moment.cue.stage == .now, !prefersDistance(moment, fields) {
            let fallback = Grammar(fields: Self.builtInNow, next: nextFields)
            return try fill(lookup.text("nowMan1" + chain), orElse: fallback, with: fields)
        }
        let fallback = Grammar(fields: Self.builtInDistance, next: nextFields)
        if moment.isAtEndOfRoad, fields.second == nil, let text = lookup.text("endOfStreetMan") {
            // The end of the road marks the turn, so the sentence needs no distance.
            fields.distance = nil
            return try fill(text, orElse: fallback, with: fields)
        }
        return try fill(lookup.text("distMan1" + chain), orElse: fallback, with: fields)
    }

    /// Whether a distance is clearer than "now" and the language can say it.
    private func prefersDistance(_ moment: CueContext, _ fields: SentenceFields) -> Bool {
        guard moment.isAfterAnotherStreet(in: settings.units), let distance = fields.distance?("") else {
            return false
        }
        return !distance.text.isEmpty && !distance.clips.isEmpty
    }

    /// Fills the grammar of the language. Without a grammar, or if the language cannot say the distance, the built-in
    /// order without literal text is used.
    private func fill(
        _ template: String?, orElse fallback: Grammar, with fields: SentenceFields
    ) throws(AnnouncementError) -> Wording {
        if fields.first.maneuver.text.isEmpty {
            // Only signs and names say where to go. A grammar without fields for them would give an empty sentence.
            return Wording(text: fields.filled(into: Grammar(fields: Self.builtInDistance)).text)
        }
        let grammar = template.map { Grammar($0) } ?? fallback
        guard grammar.contains(.maneuver1) else { throw .nothingToSay(grammar: template ?? "") }
        let filled = fields.filled(into: grammar)
        let bare = fields.filled(into: fallback)
        let distances = grammar.pieces.filter { $0.field == .distance }.compactMap {
            fields.distance?($0.grammaticalCase)
        }
        let isMute = distances.contains { $0.text.isEmpty }
        let isWithoutClip = distances.contains { $0.clips.isEmpty }
        let text = isMute ? bare.text : filled.text
        guard !text.isEmpty else { throw .nothingToSay(grammar: template ?? "") }
        return Wording(text: text, clips: isWithoutClip ? bare.clips : filled.clips)
    }

    /// Returns the phrase of the lanes that lead to the maneuver of a cue; empty if all lanes do or the setting is off.
    func lanes(for moment: CueContext) -> Wording {
        guard settings.speaksLanes, moment.cue.subject == .maneuver, let step = moment.step,
            let advice = LaneAdvice(step.lanes)
        else { return Wording() }
        let wording = advice.count.map { lookup.wording(advice.id, number: $0) } ?? lookup.wording([advice.id])
        return Wording(text: Grammar.normalized(wording.text), clips: wording.clips)
    }

    /// Joins a sentence and the phrase of the lanes after it.
    func joined(_ sentence: Wording, lanes: Wording) -> Wording {
        if lanes.text.isEmpty { return sentence }
        let separator = lookup.text("lanesSeparator") ?? ", "
        return Wording(
            text: Grammar.normalized(sentence.text + separator + lanes.text), clips: sentence.clips + lanes.clips)
    }

    /// The field IMMEDIATELY. In a chain it is filled only if the second maneuver follows immediately; alone it is
    /// "now".
    private func immediately(_ moment: CueContext, isChained: Bool) -> Wording {
        guard isChained else { return lookup.wording(["now"]) }
        return moment.cue.isNextImmediate ? lookup.wording(["immediately", "now"]) : Wording()
    }
}
