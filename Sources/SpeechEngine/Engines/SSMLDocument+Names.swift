import Announcements

extension SSMLDocument {
    /// Creates a document of a plain text in which the voice says names as given: with other words, or as a voice of
    /// their language. The first occurrence of each name counts.
    init(pronouncing text: String, with pronunciations: [NamePronunciation]) {
        self.init()
        let scalars = Array(text.unicodeScalars)
        var names: [(range: Range<Int>, pronunciation: NamePronunciation)] = []
        for pronunciation in pronunciations {
            guard let range = Self.range(of: Array(pronunciation.name.unicodeScalars), in: scalars),
                !names.contains(where: { $0.range.overlaps(range) })
            else { continue }
            names.append((range, pronunciation))
        }
        write(markup: "<\(SSMLElement.speak.rawValue)>")
        var offset = 0
        for (range, pronunciation) in names.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            for index in offset..<range.lowerBound { write(scalars[index], of: index..<index + 1) }
            write(pronunciation, of: range)
            offset = range.upperBound
        }
        for index in offset..<scalars.count { write(scalars[index], of: index..<index + 1) }
        write(markup: "</\(SSMLElement.speak.rawValue)>")
    }

    private mutating func write(_ pronunciation: NamePronunciation, of range: Range<Int>) {
        if let language = pronunciation.language {
            write(markup: "<\(SSMLElement.lang.written) xml:lang=\"\(language)\">")
        }
        let isSame = pronunciation.spoken == pronunciation.name
        for (index, scalar) in pronunciation.spoken.unicodeScalars.enumerated() {
            let own = range.lowerBound + index
            write(scalar, of: isSame ? own..<own + 1 : range)
        }
        if pronunciation.language != nil { write(markup: "</\(SSMLElement.lang.written)>") }
    }

    private static func range(of name: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Range<Int>? {
        guard !name.isEmpty, name.count <= text.count else { return nil }
        let start = (0...text.count - name.count).first { text[$0..<$0 + name.count].elementsEqual(name) }
        return start.map { $0..<$0 + name.count }
    }
}
