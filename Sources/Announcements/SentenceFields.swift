import NavigationEvents

/// What a sentence says of one maneuver.
struct ManeuverWording {
    var maneuver = Wording()
    var addition = Wording()
    var tunnel = Wording()
    var streetName = Wording()
    var signpost = Wording()

    /// The same, shorter; names that are all there is to say where to go stay.
    func leavingOut(_ brevity: Brevity) -> ManeuverWording {
        guard !maneuver.text.isEmpty else { return self }
        var short = self
        if brevity >= .signpost { short.signpost = Wording() }
        if brevity >= .streetName { short.streetName = Wording() }
        return short
    }
}

/// Everything the fields of a grammar can say for one cue.
struct SentenceFields {
    /// What is said of the distance in a grammatical case; `nil` where the sentence says none.
    var distance: ((_ grammaticalCase: String) -> Wording)?
    var first: ManeuverWording
    /// The maneuver after it; `nil` if it is not announced with the first.
    var second: ManeuverWording?
    var immediately: Wording

    /// What a field says at its n-th occurrence, where the first maneuver is said first.
    func wording(_ field: Grammar.Field, grammaticalCase: String, occurrence: Int) -> Wording {
        wording(field, grammaticalCase, of: occurrence == 0 ? first : second ?? ManeuverWording())
    }

    /// What a field says at its n-th occurrence in `grammar`.
    ///
    /// A field that stands twice belongs to the maneuvers in the order in which the language says them; a field that
    /// stands once belongs to the first maneuver.
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
    /// The most places of a signpost that are said.
    private static let mostSignpostTargets = 2

    /// What is said of the maneuver that a cue is about.
    func part(for moment: CueMoment) throws(AnnouncementError) -> ManeuverWording {
        switch moment.cue.subject {
        case .destination: return try arrival(["targetAreaEnter"])
        case .stopover: return try arrival(["stopoverAreaEnter", "stopover"])
        case .unknown, .maneuver, .followRoad, .offRoute: break
        }
        guard let step = moment.step else { throw .missingStep(number: moment.cue.stepNumber) }
        if step.maneuver.isDestination { return try arrival(["targetAreaEnter"]) }
        let wording = part(for: step, from: moment.currentStreetName)
        guard wording.maneuver.text.isEmpty else { return wording }
        // Beyond the exits that have words, the sign or the name may still say where to go.
        let isSaidByName = !wording.streetName.text.isEmpty || !wording.signpost.text.isEmpty
        guard step.maneuverPhrases == [Self.manyExits], isSaidByName else {
            throw AnnouncementError.noPhrase(step.maneuverPhrases)
        }
        return wording
    }

    /// What is said of the maneuver after it.
    func nextPart(_ step: Step, isStopover: Bool) -> ManeuverWording {
        guard step.maneuver.isDestination else { return part(for: step, isSecond: true) }
        let phrases = isStopover ? ["stopoverAreaEnter", "stopover"] : ["targetAreaEnter"]
        return ManeuverWording(maneuver: book.wording(second(phrases)))
    }

    /// What is said of a step that is not the end of a leg.
    func part(for step: Step, isSecond: Bool = false, from currentStreetName: String = "") -> ManeuverWording {
        let street = streetName(of: step, from: currentStreetName)
        return ManeuverWording(
            maneuver: maneuver(of: step, isSecond: isSecond),
            addition: step.additionPhrases.map(book.wording) ?? Wording(),
            tunnel: step.tunnelPhrases.map(book.wording) ?? Wording(),
            streetName: streetPhrase(after: step.maneuverPhrases).map { book.wording($0, name: names.spoken(street)) }
                ?? book.street(names.spoken(street)),
            signpost: book.wording("streetDirection", name: signpost(of: step, onto: street)))
    }

    private static let manyExits = "roundaboutExitMore"

    /// Instead of "onto", what a language says after some phrases ("get on the highway, I 95"); `nil` after the others.
    private func streetPhrase(after choice: PhraseChoice) -> String? {
        guard let phrase = book.id(choice) else { return nil }
        let plain = ["Left", "Right"].reduce(phrase) { $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0 }
        let own = [phrase, plain].map { StringKey.streetPhrase + $0 }
        return own.first { book.text($0) != nil }
    }

    /// The ids of what is said of a second maneuver: its own forms first.
    private func second(_ choice: PhraseChoice) -> PhraseChoice {
        choice.flatMap { [$0 + StringKey.second, $0] }
    }

    private func arrival(_ choice: PhraseChoice) throws(AnnouncementError) -> ManeuverWording {
        let wording = book.wording(choice)
        guard !wording.text.isEmpty else { throw AnnouncementError.noPhrase(choice) }
        return ManeuverWording(maneuver: wording)
    }

    private func maneuver(of step: Step, isSecond: Bool) -> Wording {
        if step.maneuverPhrases == [Self.manyExits], let count = step.roundabout?.exitCount {
            return book.wording(Self.manyExits, number: count)
        }
        return book.wording(isSecond ? second(step.maneuverPhrases) : step.maneuverPhrases)
    }

    private func streetName(of step: Step, from currentStreetName: String) -> String {
        guard settings.speaksStreetNames, settings.outputType == .textToSpeech else { return "" }
        return step.streetSaid(from: currentStreetName)
    }

    private func signpost(of step: Step, onto street: String) -> String {
        guard settings.speaksSignposts, settings.outputType == .textToSpeech, let sign = step.signpost else {
            return ""
        }
        let targets = sign.destinations.isEmpty ? sign.refs : sign.destinations
        return targets.filter { !$0.isEmpty && $0 != street }.prefix(Self.mostSignpostTargets).map(names.spoken)
            .joined(separator: book.text("signpostSeparator") ?? ", ")
    }
}

extension Step? {
    /// The sentence of arriving; the side it is on is an extra.
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
