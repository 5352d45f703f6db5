import NavigationEvents

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
        let wording = part(for: step, from: roadBefore(moment))
        guard wording.maneuver.text.isEmpty else { return wording }
        // For an exit without a phrase, the sign or the street name may still say where to go.
        let isSaidByName = !wording.streetName.text.isEmpty || !wording.signpost.text.isEmpty
        guard step.maneuverPhrases() == [Self.manyExits], isSaidByName else {
            throw AnnouncementError.noPhrase(step.maneuverPhrases())
        }
        return wording
    }

    /// Returns the names of the road that leads to the maneuver of a cue. The vehicle may be on a road before it.
    func roadBefore(_ moment: CueContext) -> [String] {
        route.roadBefore(moment.step, of: moment.routeID) ?? moment.roadBefore
    }

    /// Returns the names of the road that leads to the second maneuver.
    func roadBeforeNext(_ moment: CueContext) -> [String] {
        route.roadBefore(moment.next, of: moment.routeID) ?? moment.roadBeforeNext
    }

    /// Returns the wordings of the second maneuver.
    ///
    /// - Parameters:
    ///   - step: The step of the second maneuver.
    ///   - isStopover: Whether it ends at a stopover, not at the destination.
    ///   - road: The names of the road that leads to it.
    func nextPart(_ step: Step, isStopover: Bool, from road: [String]) -> ManeuverWording {
        guard step.maneuver.isDestination else {
            return part(for: step, isSecond: true, from: road)
        }
        var part = ManeuverWording()
        part.split(lookup.wording(second(Optional(step).approachPhrases(isStopover: isStopover))))
        return part
    }

    /// Returns the wordings of a step that is not the end of a leg.
    func part(for step: Step, isSecond: Bool = false, from road: [String] = []) -> ManeuverWording {
        let street = streetName(of: step, from: road)
        let targets = signTargets(of: step, besides: street)
        let phrases = spokenPhrases(of: step, isNamed: !street.isEmpty || !targets.isEmpty)
        let isFerrySaid = lookup.id(phrases).map(StringKey.ferries.contains) ?? false
        var part = ManeuverWording(
            addition: isFerrySaid ? Wording() : step.additionPhrases.map { lookup.wording($0) } ?? Wording(),
            tunnel: step.tunnelPhrases.map { lookup.wording($0) } ?? Wording(),
            signpost: signpost(targets, of: step), singleDestinations: targets.map { signpost([$0], of: step) },
            isRoadSigned: step.isSigned && !step.isPlaceSigned, isPlaceSigned: step.isPlaceSigned,
            isNumbered: lookup.id(phrases)?.hasPrefix(Self.exitNumber) == true)
        if let kept = keptName(of: step, from: road) {
            part.streetName = kept
        } else {
            part.streetName = streetWording(of: step, phrases, street)
            part.numberedStreet = streetWording(of: step, phrases, roadNumber(of: step, besides: street, from: road))
        }
        let roundabout = spokenName(step.roundabout?.name, of: step)
        if !roundabout.isEmpty {
            part.split(maneuver(of: step, phrases, isSecond: isSecond))
            part.namelessManeuver = part.maneuver
        }
        part.split(maneuver(of: step, phrases, isSecond: isSecond, roundabout: roundabout))
        return part
    }

    /// Returns the name of a road or a place at a step for the voice.
    func spoken(_ name: String, of step: Step?) -> String {
        let country = step.flatMap { route.countryCode(of: $0) }
        return names.spoken(lookup.spokenName(StreetNames.withoutBrackets(name), in: country))
    }

    /// Returns how the voice says the names in a text about a moment.
    func pronunciations(for moment: CueContext, in text: String) -> [NamePronunciation] {
        let found = [moment.step, moment.next].compactMap(\.self).flatMap { step in
            let sign = step.signpost.map { $0.destinations + $0.refs } ?? []
            return (step.roadNames + sign).compactMap {
                lookup.pronunciation(of: spoken($0, of: step), in: route.countryCode(of: step))
            }
        }
        return found.filter { text.contains($0.name) }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static let manyExits = "roundaboutExitMore"
    private static let exitNumber = "exitNumber"

    /// Returns the phrases of a step that the output can say: a recorded voice has no clips for the numbers of exits.
    private func spokenPhrases(of step: Step, isNamed: Bool) -> PhraseChoice {
        let phrases = stairsPhrases(of: step) + step.maneuverPhrases(isNamed: isNamed)
        return settings.outputType == .samples ? phrases.filter { !$0.hasPrefix(Self.exitNumber) } : phrases
    }

    /// Returns "to stay on" and the name that the road keeps; `nil` if the route leads onto another road, if names are not
    /// announced, or if the language has no words for it.
    private func keptName(of step: Step, from road: [String]) -> Wording? {
        guard speaksNames, step.passage == .none, !step.isBoarding, let kept = step.keptStreetName(from: road) else {
            return nil
        }
        let wording = lookup.kept(spoken(kept, of: step))
        return wording.text.isEmpty ? nil : wording
    }

    private var speaksNames: Bool { settings.speaksStreetNames && settings.outputType == .textToSpeech }

    /// Returns the number of a street that is announced by its name; empty at ramps and forks, where the sign has the
    /// number, for a street without one, and if the road before has the same number.
    private func roadNumber(of step: Step, besides street: String, from road: [String]) -> String {
        guard !street.isEmpty, !step.isSigned else { return "" }
        return step.roadNames.first { name in
            RoadNumber.isNumber(name) && !([street] + road).contains { StreetNames.isSame($0, name) }
        } ?? ""
    }

    /// Returns the wording of the street: "onto" and its name, or the level of a lift.
    private func streetWording(of step: Step, _ phrases: PhraseChoice, _ street: String) -> Wording {
        guard settings.outputType == .textToSpeech else { return Wording() }
        if step.leadsToLevel { return lookup.wording("levelTo", name: step.levelName ?? "") }
        if step.passage != .none { return Wording() }
        let own = streetPhrase(after: phrases)
        // The name of a ferry is not a street: only the phrase that takes the ferry has words for it.
        if step.isBoarding, own == nil { return Wording() }
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

    private func maneuver(
        of step: Step, _ phrases: PhraseChoice, isSecond: Bool, roundabout: String = ""
    ) -> Wording {
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
        guard speaksNames, let name else { return "" }
        return spoken(name, of: step)
    }

    /// Returns the number of an exit as the voice says it: of several at most two.
    private func spokenExit(_ number: String) -> String {
        StreetNames.parts(number).prefix(2).joined(separator: lookup.text("signpostSeparator") ?? ", ")
    }

    private func streetName(of step: Step, from road: [String]) -> String {
        speaksNames ? step.spokenStreetName(from: road) : ""
    }

    /// Returns the places or roads on the sign that are announced besides the street.
    private func signTargets(of step: Step, besides street: String) -> ArraySlice<String> {
        guard settings.speaksSignposts, settings.outputType == .textToSpeech, let sign = step.signpost else {
            return []
        }
        let targets = sign.destinations.isEmpty ? sign.refs : sign.destinations
        return targets.filter { !$0.isEmpty && !StreetNames.isSame($0, street) }.prefix(Self.maxSignpostTargets)
    }

    private func signpost(_ targets: some Sequence<String>, of step: Step) -> Wording {
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
