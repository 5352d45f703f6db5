/// What a field, or a sentence, says: as text, and as the clips of a recorded voice. Empty if there is nothing to say.
struct Wording: Hashable {
    var text = ""
    var clips: [String] = []
}

extension Grammar {
    /// Fills the places of the grammar. What has nothing to say leaves no trace.
    ///
    /// - Parameter values: What a field says, in a case, at its n-th occurrence, from 0.
    func filled(with values: (Field, _ grammaticalCase: String, _ occurrence: Int) -> Wording) -> Wording {
        var seen: [Field: Int] = [:]
        let wordings = pieces.map { piece -> Wording? in
            guard let field = piece.field else { return nil }
            defer { seen[field, default: 0] += 1 }
            return values(field, piece.grammaticalCase, seen[field, default: 0])
        }
        let text = said(wordings, isEmpty: \.text.isEmpty).map { ($0?.text ?? "") + $1 }
        let clips = said(wordings, isEmpty: \.clips.isEmpty).flatMap {
            ($0?.clips ?? []) + Grammar.clips(ofLiteral: $1)
        }
        return Wording(text: Grammar.tidied(text.joined()), clips: clips)
    }

    /// The pieces that are said: fields that have something to say, and the literal texts that introduce them.
    ///
    /// A literal text introduces the fields between it and the next literal text; if they all are silent, so is it.
    private func said(
        _ wordings: [Wording?], isEmpty: (Wording) -> Bool
    ) -> [(wording: Wording?, literal: String)] {
        pieces.indices.compactMap { index in
            if let wording = wordings[index] { return isEmpty(wording) ? nil : (wording, pieces[index].literal) }
            let introduced = wordings[(index + 1)...].prefix { $0 != nil }.compactMap(\.self)
            let isSaid = introduced.isEmpty || !introduced.allSatisfy(isEmpty)
            return isSaid ? (nil, pieces[index].literal) : nil
        }
    }

    /// The clip of a literal text: its letters and digits, words joined by `_`; none for punctuation alone.
    static func clips(ofLiteral literal: String) -> [String] {
        let words = literal.split { !($0.isLetter || $0.isNumber) }
        return words.isEmpty ? [] : [words.joined(separator: "_")]
    }

    /// Removes what elided fields leave behind: double spaces, spaces before and separators without neighbours.
    static func tidied(_ text: String) -> String {
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
        // German reads "79." as an ordinal: after a number no full stop is left at the end.
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
