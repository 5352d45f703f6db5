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
    mutating func split(_ phrase: Wording) {
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
