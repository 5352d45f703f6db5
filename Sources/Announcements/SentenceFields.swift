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
    /// Whether the signs name the road, as at ramps and forks, so that the road is more visible than a place.
    var isRoadSigned = false
    /// Whether the maneuver alone says which one it is, since it has the number of an exit.
    var isNumbered = false

    /// Returns the wordings without the parts that `brevity` leaves out. Without a phrase for the maneuver all names
    /// stay.
    func leavingOut(_ brevity: Brevity) -> ManeuverWording {
        guard !maneuver.text.isEmpty else { return self }
        var short = self
        if brevity >= .secondDestination { short.signpost = shortSignpost }
        if brevity >= .signpost { (short.signpost, short.shortSignpost) = (Wording(), Wording()) }
        if brevity >= .streetName { short.streetName = Wording() }
        return short
    }

    /// Returns the wordings of a second maneuver without the parts that `brevity` leaves out.
    func secondLeavingOut(_ brevity: Brevity) -> ManeuverWording {
        leavingOut(brevity >= .nextName ? .streetName : brevity)
    }

    /// Returns the wordings with the one name that identifies the maneuver, best first: the number of the exit, the road
    /// on the sign, the first place on the sign, the street; finally without a name.
    var identifications: [ManeuverWording] {
        var (bare, named, signed) = (self, self, self)
        (bare.streetName, bare.signpost) = (Wording(), Wording())
        if isNumbered || maneuver.text.isEmpty { return [isNumbered ? bare : self] }
        named.signpost = Wording()
        (signed.streetName, signed.signpost) = (Wording(), shortSignpost)
        let roads = streetName.text.isEmpty ? [] : [named]
        let places = shortSignpost.text.isEmpty ? [] : [signed]
        return (isRoadSigned ? roads + places : places + roads) + [bare]
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
        let afterSecond = grammar.pieces.drop { $0.field != .maneuver2 }.dropFirst().compactMap(\.field)
        fields.second = second.map { $0.placingVerb(in: Grammar(fields: [.maneuver1] + afterSecond)) }
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
        case .destination, .stopover:
            return try arrival(moment.step.approachPhrases(isStopover: moment.cue.subject == .stopover))
        case .unknown, .maneuver, .followRoad, .offRoute, .start: break
        }
        guard let step = moment.step else { throw .missingStep(number: moment.cue.stepNumber) }
        if step.maneuver.isDestination { return try arrival(moment.step.approachPhrases(isStopover: false)) }
        let wording = part(for: step, from: moment.currentStreetName)
        guard wording.maneuver.text.isEmpty else { return wording }
        // For an exit without a phrase, the sign or the street name may still say where to go.
        let isSaidByName = !wording.streetName.text.isEmpty || !wording.signpost.text.isEmpty
        guard step.maneuverPhrases() == [Self.manyExits], isSaidByName else {
            throw AnnouncementError.noPhrase(step.maneuverPhrases())
        }
        return wording
    }

    /// Returns the wordings of the second maneuver.
    ///
    /// - Parameters:
    ///   - step: The step of the second maneuver.
    ///   - isStopover: Whether it ends at a stopover, not at the destination.
    ///   - currentStreetName: The name of the street between the two maneuvers; empty if it has none.
    func nextPart(_ step: Step, isStopover: Bool, from currentStreetName: String) -> ManeuverWording {
        guard step.maneuver.isDestination else {
            return part(for: step, isSecond: true, from: currentStreetName)
        }
        var part = ManeuverWording()
        part.split(lookup.wording(second(Optional(step).approachPhrases(isStopover: isStopover))))
        return part
    }

    /// Returns the wordings of a step that is not the end of a leg.
    func part(for step: Step, isSecond: Bool = false, from currentStreetName: String = "") -> ManeuverWording {
        let street = streetName(of: step, from: currentStreetName)
        let targets = signTargets(of: step, besides: street)
        let phrases = spokenPhrases(of: step, isNamed: !street.isEmpty || !targets.isEmpty)
        let isFerrySaid = lookup.id(phrases).map(StringKey.ferries.contains) ?? false
        var part = ManeuverWording(
            addition: isFerrySaid ? Wording() : step.additionPhrases.map { lookup.wording($0) } ?? Wording(),
            tunnel: step.tunnelPhrases.map { lookup.wording($0) } ?? Wording(),
            streetName: streetWording(of: step, phrases, street, from: currentStreetName),
            signpost: signpost(targets, of: step), shortSignpost: signpost(targets.prefix(1), of: step),
            isRoadSigned: step.isSigned, isNumbered: lookup.id(phrases)?.hasPrefix(Self.exitNumber) == true)
        part.split(maneuver(of: step, phrases, isSecond: isSecond))
        return part
    }

    /// Returns the name of a road or a place at a step for the voice.
    func spoken(_ name: String, of step: Step?) -> String {
        let country = step.flatMap { countries.code(of: $0) }
        return names.spoken(lookup.spokenName(StreetNames.withoutBrackets(name), in: country))
    }

    private static let manyExits = "roundaboutExitMore"
    private static let exitNumber = "exitNumber"

    /// Returns the phrases of a step that the output can say: a recorded voice has no clips for the numbers of exits.
    private func spokenPhrases(of step: Step, isNamed: Bool) -> PhraseChoice {
        let phrases = step.maneuverPhrases(isNamed: isNamed)
        return settings.outputType == .samples ? phrases.filter { !$0.hasPrefix(Self.exitNumber) } : phrases
    }

    /// Returns the wording of the street: "onto" and its name, "to stay on" and its name, or the level of a lift.
    private func streetWording(
        of step: Step, _ phrases: PhraseChoice, _ street: String, from currentStreetName: String
    ) -> Wording {
        guard settings.outputType == .textToSpeech else { return Wording() }
        if step.leadsToLevel { return lookup.wording("levelTo", name: step.levelName ?? "") }
        if step.passage != .none { return Wording() }
        let own = streetPhrase(after: phrases)
        // The name of a ferry is not a street: only the phrase that takes the ferry has words for it.
        if step.isBoarding, own == nil { return Wording() }
        if settings.speaksStreetNames, let kept = step.keptStreetName(from: currentStreetName) {
            let wording = lookup.kept(spoken(kept, of: step))
            if !wording.text.isEmpty { return wording }
        }
        let name = spoken(street, of: step)
        return own.map { lookup.wording($0, name: name) } ?? lookup.street(name)
    }

    /// Returns the id that replaces "onto" after some phrases ("get on the highway, I 95"); `nil` after other phrases.
    private func streetPhrase(after choice: PhraseChoice) -> String? {
        guard let phrase = lookup.id(choice) else { return nil }
        // "… then join the motorway" ends with the same words as "join the motorway".
        let joining = phrase.hasPrefix("motorwayTurn") ? ["motorwayEnter"] : []
        let own = ([phrase, StringKey.plainPhrase(phrase)] + joining).map { StringKey.streetPrefix + $0 }
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

    private func maneuver(of step: Step, _ phrases: PhraseChoice, isSecond: Bool) -> Wording {
        let roundabout = spokenName(step.roundabout?.name, of: step)
        if phrases == [Self.manyExits], let count = step.roundabout?.exitCount {
            return lookup.wording(Self.manyExits, number: count, roundabout: roundabout)
        }
        let choice = isSecond ? second(phrases) : phrases
        guard let id = lookup.id(choice), id.hasPrefix(Self.exitNumber), let number = step.exitNumber else {
            return lookup.wording(choice, roundabout: roundabout)
        }
        return lookup.wording(id, name: spokenExit(number))
    }

    /// Returns a name as the voice says it; empty if names are not announced.
    func spokenName(_ name: String?, of step: Step?) -> String {
        guard settings.speaksStreetNames, settings.outputType == .textToSpeech, let name else { return "" }
        return spoken(name, of: step)
    }

    /// Returns the number of an exit as the voice says it: of several at most two.
    private func spokenExit(_ number: String) -> String {
        StreetNames.parts(number).prefix(2).joined(separator: lookup.text("signpostSeparator") ?? ", ")
    }

    private func streetName(of step: Step, from currentStreetName: String) -> String {
        guard settings.speaksStreetNames, settings.outputType == .textToSpeech else { return "" }
        return step.spokenStreetName(from: currentStreetName)
    }

    /// Returns the places or roads on the sign that are announced besides the street.
    private func signTargets(of step: Step, besides street: String) -> ArraySlice<String> {
        guard settings.speaksSignposts, settings.outputType == .textToSpeech, let sign = step.signpost else {
            return []
        }
        let targets = sign.destinations.isEmpty ? sign.refs : sign.destinations
        return targets.filter { !$0.isEmpty && !StreetNames.isSame($0, street) }.prefix(Self.maxSignpostTargets)
    }

    private func signpost(_ targets: ArraySlice<String>, of step: Step) -> Wording {
        let names = targets.map { spoken($0, of: step) }
        return lookup.wording(
            "streetDirection", name: names.joined(separator: lookup.text("signpostSeparator") ?? ", "))
    }
}

extension Step? {
    /// The phrases before the end of a leg: "you will reach …". The phrase with the side is an extra.
    func approachPhrases(isStopover: Bool) -> PhraseChoice {
        isStopover ? sided("stopoverReached") + ["stopover"] : sided("targetReached")
    }

    /// The phrases at the end of a leg: "you have reached …". The phrase with the side is an extra.
    func arrivalPhrases(isStopover: Bool) -> PhraseChoice { sided(isStopover ? "stopover" : "targetAreaEnter") }

    /// The phrases at the end of a leg with its name.
    var namedArrivalPhrases: PhraseChoice { sided("arrivedAt") }

    private func sided(_ phrase: String) -> PhraseChoice {
        guard let step = self, step.maneuver.isDestination, let side = step.maneuver.direction.side else {
            return [phrase]
        }
        return [phrase + side.rawValue, phrase]
    }
}

extension AnnouncementError {
    /// ``noPhrase(ids:)`` for ids without their prefix.
    static func noPhrase(_ choice: PhraseChoice) -> AnnouncementError {
        .noPhrase(ids: choice.map { "guidance_" + $0 })
    }
}
