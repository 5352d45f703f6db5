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
    let rate: SpeakingRate
    let route: RouteContext

    init(
        strings: any StringRetriever, settings: AnnouncementSettings, names: any NameNormalizer,
        mode: TravelMode = .unknown, route: RouteContext = RouteContext()
    ) {
        self.route = route
        lookup = PhraseLookup(strings: strings, settings: settings, mode: mode)
        self.settings = settings
        self.names = names
        rate = SpeakingRate(strings, settings)
    }

    /// Returns the sentence of a cue.
    func wording(for moment: CueContext, leavingOut brevity: Brevity = .nothing) throws(AnnouncementError) -> Wording {
        switch (moment.cue.subject, moment.cue.stage) {
        case (.offRoute, _): try standalonePhrase(["uTurn"])
        case (.start, _): try start(moment, leavingOut: brevity)
        case (.followRoad, _), (_, .follow): try followRoad(moment, leavingOut: brevity)
        case (.destination, .now), (.stopover, .now): try arrival(moment, leavingOut: brevity)
        default: try sentence(for: moment, leavingOut: brevity)
        }
    }

    /// Returns the sentence of an arrival, with the name of the stop if the language has words for it.
    private func arrival(_ moment: CueContext, leavingOut brevity: Brevity) throws(AnnouncementError) -> Wording {
        let name = spokenName(moment.stopName, of: moment.step)
        if brevity < .streetName, !name.isEmpty, let id = lookup.id(moment.step.namedArrivalPhrases) {
            return Wording(text: Grammar.normalized(lookup.wording(id, name: name).text))
        }
        return try standalonePhrase(moment.step.arrivalPhrases(isStopover: moment.cue.subject == .stopover))
    }

    /// Returns a phrase that is a sentence by itself.
    private func standalonePhrase(_ choice: PhraseChoice) throws(AnnouncementError) -> Wording {
        let wording = lookup.wording(choice)
        guard !wording.text.isEmpty else { throw AnnouncementError.noPhrase(choice) }
        return Wording(text: Grammar.normalized(wording.text), clips: wording.clips)
    }

    /// Returns the phrase "follow the road", which may contain the field DISTANCE, or its form with the field STREETNAME
    /// if the road has a name.
    private func followRoad(_ moment: CueContext, leavingOut brevity: Brevity) throws(AnnouncementError) -> Wording {
        let street = brevity < .streetName ? followedStreet(moment) : Wording()
        let named = street.text.isEmpty ? nil : lookup.text("followRoadOn")
        guard let text = named ?? lookup.text("followRoad") else { throw AnnouncementError.noPhrase(["followRoad"]) }
        let grammar = Grammar(text)
        let filled = grammar.filled { field, grammaticalCase, _ in
            switch field {
            case .distance:
                lookup.wording(meters: moment.spokenMeters(in: settings.units), grammaticalCase: grammaticalCase)
            case .streetName: street
            default: Wording()
            }
        }
        guard !filled.text.isEmpty else { throw .nothingToSay(grammar: text) }
        // A phrase without fields is one clip.
        return Wording(
            text: filled.text, clips: grammar.hasFields ? filled.clips : lookup.wording(["followRoad"]).clips)
    }

    /// Returns the phrase "on" with the name of the current street; empty if it has none or names are not announced.
    private func followedStreet(_ moment: CueContext) -> Wording {
        lookup.followed(spokenName(StreetNames.parts(moment.currentStreetName).first, of: moment.step))
    }
}

extension AnnouncementWriter {
    /// A first maneuver farther away than this, in metres, is not announced at the start.
    private static let maxStartMeters = 2000.0
    private static let builtInStart = Grammar(fields: [.maneuver1, .streetName])

    /// Returns the sentence of the start: the direction and the street, then the first maneuver.
    private func start(_ moment: CueContext, leavingOut brevity: Brevity) throws(AnnouncementError) -> Wording {
        guard let departure = departure(moment) else { throw AnnouncementError.noPhrase(["startAreaExit"]) }
        let text = lookup.text("startMan1")
        var second: ManeuverWording?
        if text != nil, moment.distanceMeters <= Self.maxStartMeters, let step = moment.step {
            second = nextPart(step, isStopover: moment.isStopover, from: roadBefore(moment))
                .secondLeavingOut(brevity)
        }
        var first = ManeuverWording(maneuver: departure)
        if brevity < .streetName { first.streetName = followedStreet(moment) }
        let fields = SentenceFields(distance: nil, first: first, second: second, immediately: Wording())
        let grammar = text.map { Grammar($0) } ?? Self.builtInStart
        return fields.filled(into: grammar)
    }

    /// Returns the phrase of the departure: with the point of the compass if it is known and the language can say it.
    private func departure(_ moment: CueContext) -> Wording? {
        if settings.outputType == .textToSpeech, let point = moment.bearingDegrees.flatMap(CompassPoint.init),
            let name = lookup.text(StringKey.compassPrefix + point.rawValue)
        {
            let wording = lookup.wording("head", name: name)
            if !wording.text.isEmpty { return wording }
        }
        let wording = lookup.wording(["startAreaExit"])
        return wording.text.isEmpty ? nil : wording
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
    private static let builtInLandmark: [Grammar.Field] = [.landmark] + builtInDistance.dropFirst()
    private static let builtInNext: [Grammar.Field] = [.immediately, .maneuver2, .maneuverAddition]

    private func sentence(
        for moment: CueContext, leavingOut brevity: Brevity
    ) throws(AnnouncementError) -> Wording {
        let second = moment.next.map { next in
            nextPart(next, isStopover: moment.isNextStopover, from: roadBeforeNext(moment)).secondLeavingOut(brevity)
        }
        var fields = SentenceFields(
            distance: { lookup.wording(meters: moment.spokenMeters(in: settings.units), grammaticalCase: $0) },
            first: try part(for: moment).leavingOut(brevity),
            second: second.flatMap { $0.maneuver.text.isEmpty ? nil : $0 },
            immediately: immediately(moment, isChained: moment.next != nil))
        let nextFields = fields.second == nil ? [] : Self.builtInNext
        let chain = fields.second == nil ? "" : "ThenMan2"
        if brevity < .landmark, let landmark = landmark(for: moment), let text = lookup.text("landmarkMan1" + chain) {
            fields.landmark = landmark.wording
            if moment.cue.stage == .now { fields.first = identified(fields.first, at: landmark.wording) }
            return try fill(text, orElse: Grammar(fields: Self.builtInLandmark, next: nextFields), with: fields)
        }
        if moment.cue.stage == .now {
            fields.first = identified(fields.first)
            if !prefersDistance(moment, fields) {
                let fallback = Grammar(fields: Self.builtInNow, next: nextFields)
                return try fill(lookup.text("nowMan1" + chain), orElse: fallback, with: fields)
            }
        }
        let fallback = Grammar(fields: Self.builtInDistance, next: nextFields)
        if moment.isAtEndOfRoad, fields.second == nil, let text = lookup.text("endOfStreetMan") {
            // The end of the road marks the turn, so the sentence needs no distance.
            fields.distance = nil
            return try fill(text, orElse: fallback, with: fields)
        }
        return try fill(lookup.text("distMan1" + chain), orElse: fallback, with: fields)
    }

    /// The maximum duration of a "now" with a name, in seconds of speech.
    private static let maxIdentifyingSeconds = 3.0

    /// Returns the wordings for "now": with the best name that fits into three seconds and has a field in the grammar.
    private func identified(_ part: ManeuverWording, at landmark: Wording = Wording()) -> ManeuverWording {
        let text = lookup.text(landmark.text.isEmpty ? "nowMan1" : "landmarkMan1")
        let grammar = text.map { Grammar($0) } ?? Grammar(fields: Self.builtInNow)
        let choices = part.identifications
        let best = choices.dropLast().first { choice in
            let isSaid =
                (choice.signpost.text.isEmpty || grammar.contains(.signpost))
                && (choice.streetName.text.isEmpty || grammar.contains(.streetName))
            let fields = SentenceFields(
                distance: nil, first: choice, second: nil, immediately: lookup.wording(["now"]), landmark: landmark)
            return isSaid
                && rate.speechSeconds(for: fields.filled(into: grammar).text)
                    <= Self.maxIdentifyingSeconds
        }
        return best ?? choices.last ?? part
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

    /// Returns the phrases of the border and the toll that the maneuver of a cue passes; empty if there are none.
    func passed(for moment: CueContext) -> Wording {
        guard moment.cue.subject == .maneuver, let step = moment.step else { return Wording() }
        return step.passedPhrases.map { lookup.wording([$0]) }.filter { !$0.text.isEmpty }
            .reduce(Wording()) { joined($0, lanes: $1) }
    }

    /// Joins a sentence and the phrase of the lanes after it.
    func joined(_ sentence: Wording, lanes: Wording) -> Wording {
        if lanes.text.isEmpty { return sentence }
        if sentence.text.isEmpty { return lanes }
        let separator = lookup.text("lanesSeparator") ?? ", "
        return Wording(
            text: Grammar.normalized(sentence.text + separator + lanes.text), clips: sentence.clips + lanes.clips)
    }

    /// The field IMMEDIATELY. In a chain it is filled only if the second maneuver follows immediately; alone it is
    /// "now".
    ///
    /// An arrival needs no hurry: "then you will reach your destination".
    private func immediately(_ moment: CueContext, isChained: Bool) -> Wording {
        guard isChained else { return lookup.wording(["now"]) }
        return moment.cue.isNextImmediate && moment.next?.maneuver.isDestination == false
            ? lookup.wording(["immediately", "now"]) : Wording()
    }
}
