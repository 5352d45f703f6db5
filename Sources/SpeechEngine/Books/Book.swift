/// A narrated book: pages with utterances and their speech properties.
package struct Book: Hashable, Sendable {
    /// The valid pages in the order of the file.
    package var pages: [BookPage]
    /// The problems of the file, including those of skipped pages.
    package var problems: [BookProblem]

    /// Creates a book.
    package init(pages: [BookPage], problems: [BookProblem] = []) {
        self.pages = pages
        self.problems = problems
    }

    /// The numbers of the valid pages.
    package var numbers: [Int] { pages.map(\.number) }

    /// Returns a page by its number in the file, counted from 1.
    ///
    /// - Throws: ``BookError/brokenPage(number:problem:)`` for a skipped page,
    ///   ``BookError/missingPage(number:numbers:)`` for an unknown number.
    package func page(_ number: Int) throws(BookError) -> BookPage {
        if let page = pages.first(where: { $0.number == number }) { return page }
        if let problem = problems.first(where: { $0.page == number && $0.severity == .skipped }) {
            throw .brokenPage(number: number, problem: problem)
        }
        throw .missingPage(number: number, numbers: numbers)
    }
}

/// A page of a book.
package struct BookPage: Hashable, Sendable {
    /// The number of the page in the file, counted from 1. Skipped pages are counted, too.
    package var number: Int
    /// The name of the picture; empty if the page has none.
    package var backgroundImage = ""
    /// The utterances in the order in which they are spoken.
    package var utterances: [BookUtterance] = []
    /// The circle or distance at which the page is read on a tour; `nil` for a page that a person opens.
    package var place: TourPlace?
    /// The unknown keys of the page with their values.
    var extras: [String: PropertyList] = [:]

    /// The text for a display: the utterances joined by spaces.
    package var displayText: String {
        utterances.reduce("") { text, utterance in
            let shown = utterance.displayText
            let isApart = text.last?.isWhitespace ?? true || shown.first?.isWhitespace ?? true
            return text + (isApart ? "" : " ") + shown
        }
    }
}

/// An utterance of a page with its own speech properties.
package struct BookUtterance: Hashable, Sendable {
    /// The text: plain or SSML.
    package var text: String
    /// The speech properties.
    package var properties = UtteranceProperties()
    /// The unknown properties with their values.
    var extras: [String: PropertyList] = [:]

    /// The text without markup.
    package var displayText: String {
        guard properties.isSSML else { return text }
        let words = text.replacing(#/<[^>]*>/#, with: "")
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")].reduce(words) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
