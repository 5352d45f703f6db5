/// A text that a person typed to find a place, in words.
struct PlaceQuery: Hashable {
    /// One reading of the text.
    struct Reading: Hashable {
        /// The folded words of the name and of its surroundings.
        var words: [String]
        /// The house number; `nil` if this reading has none.
        var number: HouseNumber?
    }

    /// The readings, the most likely one first.
    var readings: [Reading]
    private static let maxCharacters = 300

    init(_ text: String) {
        let raw = Self.joined(text.prefix(Self.maxCharacters).split { $0.isWhitespace || $0 == "," || $0 == ";" })
        let all = Reading(words: raw.flatMap(FoldedText.words), number: nil)
        readings = []
        // A house number is beside a street; a text of numbers alone has none.
        let places = raw.indices.filter { HouseNumber(raw[$0]) != nil }
        let short = places.filter { raw[$0].utf8.count < 5 }
        for place in (short.isEmpty ? places : short).reversed() {
            var rest = raw
            let number = HouseNumber(rest.remove(at: place))
            let words = rest.flatMap(FoldedText.words)
            if words.contains(where: { $0.contains { $0.isLetter } }) {
                readings.append(Reading(words: words, number: number))
            }
        }
        if !all.words.isEmpty { readings.append(all) }
        readings += readings.compactMap(\.withCorrectedEndings)
    }

    /// A letter after a number belongs to it: "12 a".
    private static func joined(_ words: [Substring]) -> [String] {
        var joined: [String] = []
        for word in words {
            if word.count == 1, word.first?.isLetter == true, word.first?.isASCII == true, let last = joined.last,
                last.allSatisfy({ ("0"..."9").contains($0) })
            {
                joined[joined.count - 1] = last + word
            } else {
                joined.append(String(word))
            }
        }
        return joined
    }
}

extension PlaceQuery.Reading {
    private static let ending = Array("strasse".utf8)

    /// The reading with `strasse` for an ending with one typing error, since names have its short form; `nil` if no
    /// word has such an ending.
    fileprivate var withCorrectedEndings: Self? {
        let corrected = words.map(Self.corrected)
        return corrected == words ? nil : Self(words: corrected, number: number)
    }

    private static func corrected(_ word: String) -> String {
        let letters = Array(word.utf8)
        for count in [7, 8, 6] where letters.count > count + 1 {
            let end = Array(letters.suffix(count))
            if EditDistance.between(end, ending, limit: 1) != nil {
                return FoldedText.text(String(decoding: letters.dropLast(count) + ending, as: UTF8.self))
            }
        }
        return word
    }
}
