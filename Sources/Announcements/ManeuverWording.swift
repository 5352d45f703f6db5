/// The wordings of one maneuver in a sentence.
struct ManeuverWording {
    var maneuver = Wording()
    /// The maneuver without the name of the roundabout; `nil` if it has none.
    var namelessManeuver: Wording?
    /// The words of the maneuver that follow the street name; often empty.
    var verb = ""
    var addition = Wording()
    var tunnel = Wording()
    var streetName = Wording()
    /// The street by its number; empty if it has none besides its name.
    var numberedStreet = Wording()
    var signpost = Wording()
    /// The signpost with one destination, the first one first.
    var singleDestinations: [Wording] = []
    /// Whether the signs name the road, as at ramps and forks, so that the road is more visible than a place.
    var isRoadSigned = false
    /// Whether only places are on the sign of a ramp, so that they are more visible than the name of the ramp.
    var isPlaceSigned = false
    /// Whether the maneuver alone says which one it is, since it has the number of an exit.
    var isNumbered = false

    /// Returns the wordings without the parts that `brevity` leaves out. Without a phrase for the maneuver all names
    /// stay.
    func leavingOut(_ brevity: Brevity) -> ManeuverWording {
        guard !maneuver.text.isEmpty else { return self }
        var short = self
        if brevity >= .roundaboutName { short.leaveOutRoundaboutName() }
        if brevity >= .secondDestination { short.signpost = singleDestinations.first ?? Wording() }
        if brevity >= .numberedName, !numberedStreet.text.isEmpty { short.streetName = numberedStreet }
        let hasSignOnly = isPlaceSigned && !signpost.text.isEmpty && brevity == .signpost
        if brevity >= .signpost, !hasSignOnly { (short.signpost, short.singleDestinations) = (Wording(), []) }
        if brevity >= .streetName || hasSignOnly {
            (short.streetName, short.numberedStreet) = (Wording(), Wording())
        }
        return short
    }

    private mutating func leaveOutRoundaboutName() {
        maneuver = namelessManeuver ?? maneuver
        namelessManeuver = nil
    }

    /// Returns the wordings of a second maneuver without the parts that `brevity` leaves out.
    func secondLeavingOut(_ brevity: Brevity) -> ManeuverWording {
        leavingOut(brevity >= .nextName ? .streetName : brevity)
    }

    /// Returns the wordings with the one name that identifies the maneuver, best first: the number of the exit, the road
    /// on the sign, a place on the sign, the street by its name or number, the roundabout; finally without a name.
    var identifications: [ManeuverWording] {
        var bare = self
        (bare.streetName, bare.numberedStreet) = (Wording(), Wording())
        (bare.signpost, bare.singleDestinations) = (Wording(), [])
        if isNumbered || maneuver.text.isEmpty { return [isNumbered ? bare : self] }
        let circles = namelessManeuver == nil ? [] : [bare]
        bare.leaveOutRoundaboutName()
        let roads = bare.with(\.streetName, each: [streetName, numberedStreet])
        let places = bare.with(\.signpost, each: singleDestinations)
        return (isRoadSigned ? roads + places : places + roads) + circles + [bare]
    }

    /// Returns these wordings with each of the texts that are not empty.
    private func with(_ field: WritableKeyPath<ManeuverWording, Wording>, each texts: [Wording]) -> [ManeuverWording] {
        texts.filter { !$0.text.isEmpty }.map { text in
            var named = self
            named[keyPath: field] = text
            return named
        }
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
