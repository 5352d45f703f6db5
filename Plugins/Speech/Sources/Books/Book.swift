/// A narrated book: pages with what is to be said on each, and how.
struct Book: Hashable, Sendable {
    /// The pages that can be read, in the order of the file.
    var pages: [BookPage]
    /// What is not as it should be; the pages that are skipped are named here.
    var problems: [BookProblem] = []

    /// The numbers of the pages that can be read.
    var numbers: [Int] { pages.map(\.number) }

    /// A page by its number in the file, from 1.
    ///
    /// - Throws: ``BookError/brokenPage(number:problem:)`` for one that was skipped.
    func page(_ number: Int) throws(BookError) -> BookPage {
        if let page = pages.first(where: { $0.number == number }) { return page }
        if let problem = problems.first(where: { $0.page == number && $0.severity == .skipped }) {
            throw .brokenPage(number: number, problem: problem)
        }
        throw .missingPage(number: number, numbers: numbers)
    }
}

/// A page of a book.
struct BookPage: Hashable, Sendable {
    /// Its number in the file, from 1; a page that is skipped keeps its number.
    var number: Int
    /// The name of its picture; empty if it has none.
    var backgroundImage = ""
    /// What is said, one after another.
    var utterances: [BookUtterance] = []
    /// Where on the way it is said; `nil` for a page that is turned to.
    var place: TourPlace?
    /// What the page has beyond that, by key, as it came.
    var extras: [String: PropertyList] = [:]

    /// What a display shows: the utterances joined, with a space where neither side has one.
    var displayText: String {
        utterances.reduce("") { text, utterance in
            let shown = utterance.displayText
            let isApart = text.last?.isWhitespace ?? true || shown.first?.isWhitespace ?? true
            return text + (isApart ? "" : " ") + shown
        }
    }
}

/// Something that is said on a page, in a voice of its own.
struct BookUtterance: Hashable, Sendable {
    /// The words.
    var text: String
    /// How they are said.
    var properties = UtteranceProperties()
    /// Properties that this voice does not know, by key, as they came.
    var extras: [String: PropertyList] = [:]

    /// The words without markup.
    var displayText: String {
        guard properties.isSSML else { return text }
        let words = text.replacing(#/<[^>]*>/#, with: "")
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(words) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
