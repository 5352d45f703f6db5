import NavigationEvents

/// The wordings of one maneuver in a sentence.
struct ManeuverWording {
    var maneuver = Wording()
    var addition = Wording()
    var tunnel = Wording()
    var streetName = Wording()
    var signpost = Wording()

    /// Returns the wordings without the parts that `brevity` leaves out. Without a phrase for the maneuver all names
    /// stay.
    func leavingOut(_ brevity: Brevity) -> ManeuverWording {
        guard !maneuver.text.isEmpty else { return self }
        var short = self
        if brevity >= .signpost { short.signpost = Wording() }
        if brevity >= .streetName { short.streetName = Wording() }
        return short
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

    /// Returns the wording of a field at its n-th occurrence in a sentence that begins with the first maneuver.
    func wording(_ field: Grammar.Field, grammaticalCase: String, occurrence: Int) -> Wording {
        wording(field, grammaticalCase, of: occurrence == 0 ? first : second ?? ManeuverWording())
    }

    /// Returns a function that gives the wording of a field at its n-th occurrence in `grammar`.
    ///
    /// A field that occurs twice belongs to the maneuvers in their order in the sentence. A field that occurs once
    /// belongs to the first maneuver.
    func assigned(to grammar: Grammar) -> (Grammar.Field, _ grammaticalCase: String, Int) -> Wording {
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
        return ManeuverWording(maneuver: lookup.wording(second(phrases)))
    }

    /// Returns the wordings of a step that is not the end of a leg.
    func part(for step: Step, isSecond: Bool = false, from currentStreetName: String = "") -> ManeuverWording {
        let street = streetName(of: step, from: currentStreetName)
        return ManeuverWording(
            maneuver: maneuver(of: step, isSecond: isSecond),
            addition: step.additionPhrases.map(lookup.wording) ?? Wording(),
            tunnel: step.tunnelPhrases.map(lookup.wording) ?? Wording(),
            streetName: streetPhrase(after: step.maneuverPhrases).map { lookup.wording($0, name: names.spoken(street)) }
                ?? lookup.street(names.spoken(street)),
            signpost: lookup.wording("streetDirection", name: signpost(of: step, onto: street)))
    }

    private static let manyExits = "roundaboutExitMore"

    /// Returns the id that replaces "onto" after some phrases ("get on the highway, I 95"); `nil` after other phrases.
    private func streetPhrase(after choice: PhraseChoice) -> String? {
        guard let phrase = lookup.id(choice) else { return nil }
        let plain = ["Left", "Right"].reduce(phrase) { $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0 }
        let own = [phrase, plain].map { StringKey.streetPrefix + $0 }
        return own.first { lookup.text($0) != nil }
    }

    /// Returns the ids for a second maneuver, with its special forms first.
    private func second(_ choice: PhraseChoice) -> PhraseChoice {
        choice.flatMap { [$0 + StringKey.thenSuffix, $0] }
    }

    private func arrival(_ choice: PhraseChoice) throws(AnnouncementError) -> ManeuverWording {
        let wording = lookup.wording(choice)
        guard !wording.text.isEmpty else { throw AnnouncementError.noPhrase(choice) }
        return ManeuverWording(maneuver: wording)
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

    private func signpost(of step: Step, onto street: String) -> String {
        guard settings.speaksSignposts, settings.outputType == .textToSpeech, let sign = step.signpost else {
            return ""
        }
        let targets = sign.destinations.isEmpty ? sign.refs : sign.destinations
        return targets.filter { !$0.isEmpty && $0 != street }.prefix(Self.maxSignpostTargets).map(names.spoken)
            .joined(separator: lookup.text("signpostSeparator") ?? ", ")
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
