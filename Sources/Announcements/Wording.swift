/// The text of a field or a sentence, and the clips of a recorded voice for it. Both are empty if there is nothing to
/// say.
struct Wording: Hashable {
    var text = ""
    var clips: [String] = []
}

extension Grammar {
    /// Fills the fields of the grammar. Empty fields disappear together with their literal text.
    ///
    /// - Parameter values: Gives the wording of a field in a grammatical case at its n-th occurrence, counted from 0.
    func filled(with values: (Field, _ grammaticalCase: String, _ occurrence: Int) -> Wording) -> Wording {
        var seen: [Field: Int] = [:]
        let wordings = pieces.map { piece -> Wording? in
            guard let field = piece.field else { return nil }
            defer { seen[field, default: 0] += 1 }
            return values(field, piece.grammaticalCase, seen[field, default: 0])
        }
        let text = remainingPieces(wordings, isEmpty: \.text.isEmpty).map { ($0?.text ?? "") + $1 }
        let clips = remainingPieces(wordings, isEmpty: \.clips.isEmpty).flatMap {
            ($0?.clips ?? []) + Grammar.clips(ofLiteral: $1)
        }
        return Wording(text: Grammar.normalized(text.joined()), clips: clips)
    }

    /// Returns the pieces that remain: fields that are not empty, and the literal texts that introduce them.
    ///
    /// A literal text introduces the fields up to the next literal text. If all of them are empty, it is left out.
    private func remainingPieces(
        _ wordings: [Wording?], isEmpty: (Wording) -> Bool
    ) -> [(wording: Wording?, literal: String)] {
        pieces.indices.compactMap { index in
            if let wording = wordings[index] { return isEmpty(wording) ? nil : (wording, pieces[index].literal) }
            let introduced = wordings[(index + 1)...].prefix { $0 != nil }.compactMap(\.self)
            let isSaid = introduced.isEmpty || !introduced.allSatisfy(isEmpty)
            return isSaid ? (nil, pieces[index].literal) : nil
        }
    }

    /// Returns the clip name of a literal text: its words joined by `_`; no clip for punctuation alone.
    static func clips(ofLiteral literal: String) -> [String] {
        let words = literal.split { !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? [] : [words.joined(separator: "_")]
    }

    /// Removes what empty fields leave: double spaces, spaces before separators, and separators without neighbours.
    static func normalized(_ text: String) -> String {
        var result = ""
        var pendingSpace = false
        for character in text {
            if character.isWhitespace || character.isNewline {
                pendingSpace = true
            } else if isSeparator(character) {
                pendingSpace = false
                if let last = result.last, !isSeparator(last) { result.append(character) }
            } else {
                if pendingSpace, !result.isEmpty { result.append(" ") }
                pendingSpace = false
                result.append(character)
            }
        }
        while let last = result.last, isSeparator(last) { result.removeLast() }
        // German reads "79." as an ordinal, so a full stop after a number at the end is removed.
        if result.last == ".", result.dropLast().last?.isNumber == true { result.removeLast() }
        return result
    }

    private static func isSeparator(_ character: Character) -> Bool {
        switch character {
        case ",", ";", "、", "،", "，": true
        default: false
        }
    }
}
