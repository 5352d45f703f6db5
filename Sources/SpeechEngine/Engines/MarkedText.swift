/// The text of an utterance as SSML with a mark before each word, so that a speech service can report its position.
struct MarkedText {
    /// The text as SSML.
    let ssml: String

    /// The names of the omitted elements and attributes of SSML.
    let omitted: [String]

    init(_ utterance: Utterance) throws(SSMLError) {
        guard !utterance.properties.isSSML else {
            let document = try SSMLDocument(reading: utterance.text)
            (ssml, omitted) = (document.text, document.omitted)
            return
        }
        omitted = []
        var marked = "<speak>"
        for word in Self.words(of: utterance.text.unicodeScalars, from: utterance.startOffset) {
            marked +=
                "<mark name=\"\(word.range.lowerBound)-\(word.range.upperBound)\"/>\(word.text.withoutControls.escapedForXML) "
        }
        ssml = marked + "</speak>"
    }

    /// Returns the range of the word of a mark; `nil` for other marks.
    static func range(of mark: String) -> Range<Int>? {
        let ends = mark.split(separator: "-").map { Int($0) }
        guard ends.count == 2, let begin = ends[0], let end = ends[1], begin < end else { return nil }
        return begin..<end
    }

    private static func words(
        of scalars: String.UnicodeScalarView, from start: Int
    ) -> [(range: Range<Int>, text: String)] {
        var words: [(range: Range<Int>, text: String)] = []
        var word = String.UnicodeScalarView()
        var offset = start
        func end() {
            if !word.isEmpty { words.append((offset - word.count..<offset, String(word))) }
            word = String.UnicodeScalarView()
        }
        for scalar in scalars.dropFirst(start) {
            if scalar.properties.isWhitespace { end() } else { word.append(scalar) }
            offset += 1
        }
        end()
        return words
    }
}
