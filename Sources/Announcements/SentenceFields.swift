import NavigationEvents

/// The wordings of one maneuver in a sentence.
struct ManeuverWording {
    var maneuver = Wording()
    /// The words of the maneuver that follow the street name; often empty.
    var verb = ""
    var addition = Wording()
    var tunnel = Wording()
    var streetName = Wording()
    var signpost = Wording()
    /// The signpost with one destination.
    var shortSignpost = Wording()

    /// Returns the wordings without the parts that `brevity` leaves out. Without a phrase for the maneuver all names
    /// stay.
    func leavingOut(_ brevity: Brevity) -> ManeuverWording {
        guard !maneuver.text.isEmpty else { return self }
        var short = self
        if brevity >= .secondDestination { short.signpost = shortSignpost }
        if brevity >= .signpost { short.signpost = Wording() }
        if brevity >= .streetName { short.streetName = Wording() }
        return short
    }
}

extension ManeuverWording {
    /// The separator in a phrase between the instruction and the verb that follows the street name.
    private static let verbSeparator: Character = "|"

    /// Sets the maneuver from a phrase, which may end with a verb after a separator.
    fileprivate mutating func split(_ phrase: Wording) {
        let parts = phrase.text.split(separator: Self.verbSeparator, maxSplits: 1)
        guard parts.count == 2 else {
            maneuver = phrase
            return
        }
        maneuver = Wording(text: String(parts[0]), clips: phrase.clips)
        verb = String(parts[1])
    }

    /// Returns the wordings with the verb after the last of the fields that follow the maneuver. A name that begins with
    /// a comma follows the verb.
    func placingVerb(in grammar: Grammar) -> ManeuverWording {
        guard !verb.isEmpty else { return self }
        var placed = self
        var last: WritableKeyPath<ManeuverWording, Wording> = \.maneuver
        for piece in grammar.pieces.drop(while: { $0.field != .maneuver1 }).dropFirst() {
            let field: WritableKeyPath<ManeuverWording, Wording>? =
                switch piece.field {
                case .maneuverAddition: \.addition
                case .streetName: \.streetName
                case .signpost: \.signpost
                default: nil
                }
            guard let field, !self[keyPath: field].text.hasPrefix(",") else { break }
            if !self[keyPath: field].text.isEmpty { last = field }
        }
        placed[keyPath: last].text += " " + verb
        placed.verb = ""
        return placed
    }
}

/// The wordings for all fields of a grammar, for one cue.
struct SentenceFields {
    /// Gives the distance in a grammatical case; `nil` if the sentence has no distance.
    var distance: ((_ grammaticalCase: String) -> Wording)?
    var first: ManeuverWording
    /// The second maneuver; `nil` if it is not announced with the first.
    var second: ManeuverWording?
    var immediately: Wording

    /// Returns the sentence of a grammar with these fields.
    func filled(into grammar: Grammar) -> Wording {
        var fields = self
        fields.first = first.placingVerb(in: grammar)
        // The second maneuver has no street name before its verb.
        fields.second = second.map { $0.placingVerb(in: Grammar(fields: [.maneuver1])) }
        return grammar.filled(with: fields.assigned(to: grammar))
    }

    /// Returns a function that gives the wording of a field at its n-th occurrence in `grammar`.
    ///
    /// A field that occurs twice belongs to the maneuvers in their order in the sentence. A field that occurs once
    /// belongs to the first maneuver.
    private func assigned(to grammar: Grammar) -> (Grammar.Field, _ grammaticalCase: String, Int) -> Wording {
        let order = grammar.pieces.compactMap(\.field).filter { $0 == .maneuver1 || $0 == .maneuver2 }
        let isReversed = order == [.maneuver2, .maneuver1]
        return { field, grammaticalCase, occurrence in
            let isTwice = grammar.pieces.count { $0.field == field } > 1
            let isSecond = isTwice && (occurrence == 0) == isReversed
            return self.wording(field, grammaticalCase, of: isSecond ? second ?? ManeuverWording() : first)
        }
    }

    private func wording(_ field: Grammar.Field, _ grammaticalCase: String, of part: ManeuverWording) -> Wording {
        switch field {
        case .distance: distance?(grammaticalCase) ?? Wording()
        case .tunnel: part.tunnel
        case .maneuver1: first.maneuver
        case .maneuverAddition: part.addition
        case .streetName: part.streetName
        case .signpost: part.signpost
        case .immediately: immediately
        case .maneuver2: second?.maneuver ?? Wording()
        }
    }
}

extension AnnouncementWriter {
    /// The maximum number of destinations announced from a signpost.
    private static let maxSignpostTargets = 2

    /// Returns the wordings of the maneuver of a cue.
    func part(for moment: CueContext) throws(AnnouncementError) -> ManeuverWording {
        switch moment.cue.subject {
        case .destination: return try arrival(["targetAreaEnter"])
        case .stopover: return try arrival(["stopoverAreaEnter", "stopover"])
        case .unknown, .maneuver, .followRoad, .offRoute: break
        }
        guard let step = moment.step else { throw .missingStep(number: moment.cue.stepNumber) }
        if step.maneuver.isDestination { return try arrival(["targetAreaEnter"]) }
        let wording = part(for: step, from: moment.currentStreetName)
        guard wording.maneuver.text.isEmpty else { return wording }
        // For an exit without a phrase, the sign or the street name may still say where to go.
        let isSaidByName = !wording.streetName.text.isEmpty || !wording.signpost.text.isEmpty
        guard step.maneuverPhrases == [Self.manyExits], isSaidByName else {
            throw AnnouncementError.noPhrase(step.maneuverPhrases)
        }
        return wording
    }

    /// Returns the wordings of the second maneuver.
    func nextPart(_ step: Step, isStopover: Bool) -> ManeuverWording {
        guard step.maneuver.isDestination else { return part(for: step, isSecond: true) }
        let phrases = isStopover ? ["stopoverAreaEnter", "stopover"] : ["targetAreaEnter"]
        var part = ManeuverWording()
        part.split(lookup.wording(second(phrases)))
        return part
    }

    /// Returns the wordings of a step that is not the end of a leg.
    func part(for step: Step, isSecond: Bool = false, from currentStreetName: String = "") -> ManeuverWording {
        let street = streetName(of: step, from: currentStreetName)
        let spokenStreet = spoken(street, of: step)
        var part = ManeuverWording(
            addition: step.additionPhrases.map(lookup.wording) ?? Wording(),
            tunnel: step.tunnelPhrases.map(lookup.wording) ?? Wording(),
            streetName: streetPhrase(after: step.maneuverPhrases).map { lookup.wording($0, name: spokenStreet) }
                ?? lookup.street(spokenStreet),
            signpost: signpost(of: step, onto: street, max: Self.maxSignpostTargets),
            shortSignpost: signpost(of: step, onto: street, max: 1))
        part.split(maneuver(of: step, isSecond: isSecond))
        return part
    }

    /// Returns the name of a road or a place at a step for the voice.
    private func spoken(_ name: String, of step: Step) -> String {
        names.spoken(lookup.spokenName(name, in: countries.code(of: step)))
    }

    /// Returns how the voice says the names in a text about a moment.
    func pronunciations(for moment: CueContext, in text: String) -> [NamePronunciation] {
        guard let step = moment.step else { return [] }
        let sign = step.signpost.map { $0.destinations + $0.refs } ?? []
        let names = [step.spokenStreetName(from: moment.currentStreetName)] + sign
        return names.compactMap { lookup.pronunciation(of: spoken($0, of: step), in: countries.code(of: step)) }
            .filter { text.contains($0.name) }
    }

    private static let manyExits = "roundaboutExitMore"

    /// Returns the id that replaces "onto" after some phrases ("get on the highway, I 95"); `nil` after other phrases.
    private func streetPhrase(after choice: PhraseChoice) -> String? {
        guard let phrase = lookup.id(choice) else { return nil }
        let own = [phrase, StringKey.plainPhrase(phrase)].map { StringKey.streetPrefix + $0 }
        return own.first { lookup.text($0) != nil }
    }

    /// Returns the ids for a second maneuver, with its special forms first.
    private func second(_ choice: PhraseChoice) -> PhraseChoice {
        choice.flatMap { [$0 + StringKey.thenSuffix, $0] }
    }

    private func arrival(_ choice: PhraseChoice) throws(AnnouncementError) -> ManeuverWording {
        let wording = lookup.wording(choice)
        guard !wording.text.isEmpty else { throw AnnouncementError.noPhrase(choice) }
        var part = ManeuverWording()
        part.split(wording)
        return part
    }

    private func maneuver(of step: Step, isSecond: Bool) -> Wording {
        if step.maneuverPhrases == [Self.manyExits], let count = step.roundabout?.exitCount {
            return lookup.wording(Self.manyExits, number: count)
        }
        return lookup.wording(isSecond ? second(step.maneuverPhrases) : step.maneuverPhrases)
    }

    private func streetName(of step: Step, from currentStreetName: String) -> String {
        guard settings.speaksStreetNames, settings.outputType == .textToSpeech else { return "" }
        return step.spokenStreetName(from: currentStreetName)
    }

    private func signpost(of step: Step, onto street: String, max count: Int) -> Wording {
        guard settings.speaksSignposts, settings.outputType == .textToSpeech, let sign = step.signpost else {
            return Wording()
        }
        let targets = sign.destinations.isEmpty ? sign.refs : sign.destinations
        let names = targets.filter { !$0.isEmpty && $0 != street }.prefix(count).map { spoken($0, of: step) }
        return lookup.wording(
            "streetDirection", name: names.joined(separator: lookup.text("signpostSeparator") ?? ", "))
    }
}

extension Step? {
    /// The phrases of the arrival; the phrase with the side of the destination is an extra.
    var targetReachedPhrases: PhraseChoice {
        guard let step = self, step.maneuver.isDestination, let side = step.maneuver.direction.side else {
            return ["targetReached"]
        }
        return ["targetReached" + side.rawValue, "targetReached"]
    }
}

extension AnnouncementError {
    /// ``noPhrase(ids:)`` for ids without their prefix.
    static func noPhrase(_ choice: PhraseChoice) -> AnnouncementError {
        .noPhrase(ids: choice.map { "guidance_" + $0 })
    }
}
