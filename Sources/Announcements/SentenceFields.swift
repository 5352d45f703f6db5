/// The wordings for all fields of a grammar, for one cue.
struct SentenceFields {
    /// Gives the distance in a grammatical case; `nil` if the sentence has no distance.
    var distance: ((_ grammaticalCase: String) -> Wording)?
    var first: ManeuverWording
    /// The second maneuver; `nil` if it is not announced with the first.
    var second: ManeuverWording?
    var immediately: Wording
    /// Where the maneuver is; empty if no landmark is announced.
    var landmark = Wording()

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
        case .landmark: landmark
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
