import NavigationEvents
import SpeechEngine

/// The state of reading a book: the open page, its next piece and the page after it. A pure value; its methods return
/// actions for the caller.
///
/// The voice requests each piece when the piece before it is complete. Announcements precede a book, and the queue
/// resumes an interrupted piece, so the player does not handle interruptions.
struct BookPlayer: Equatable, Sendable {
    /// An action for the caller.
    enum Action: Equatable, Sendable {
        /// Reading of the page stopped before its end. The voice must drop the piece that it has.
        case abandoned(page: Int, reason: String)
        /// A page was opened: show it and wake the voice.
        case open(BookPage)
        /// The page was read completely.
        case finished(page: Int)
        /// A page is not read.
        case dropped(page: Int, reason: String)
    }

    /// The latest version of the book.
    private(set) var book: Book
    /// The open page; `nil` before the first one.
    private(set) var page: BookPage?
    /// The index of the next piece of the page for the voice; `nil` while no page is being read.
    private(set) var nextPiece: Int?
    /// The number of the page to read after the open one; `nil` if none.
    private(set) var queuedPage: Int?
    /// Whether the player opens the next page at the end of a page.
    let turnsPages: Bool

    /// Creates a player without an open page.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - turnsPages: Whether the player opens the next page at the end of a page.
    init(_ book: Book, turnsPages: Bool = false) {
        self.book = book
        self.turnsPages = turnsPages
    }

    /// Whether a page is being read.
    var isReading: Bool { nextPiece != nil }

    /// Returns the next piece for the voice, which has completed the piece before it.
    ///
    /// - Parameter actions: Receives the actions to perform before the piece is spoken.
    /// - Returns: `nil` if there is nothing more to read.
    mutating func piece(_ actions: inout [Action]) -> Utterance? {
        while let page, let nextPiece {
            if nextPiece < page.utterances.count {
                self.nextPiece = nextPiece + 1
                let utterance = page.utterances[nextPiece]
                guard utterance.isAudible else { continue }
                return Utterance(
                    utterance.text, kind: .book(page: page.number, index: nextPiece), properties: utterance.properties)
            }
            actions += close(page)
        }
        return nil
    }

    /// Opens a page on request of a person and stops the one being read.
    ///
    /// - Throws: ``BookError`` if the page does not exist or was skipped; nothing changes then.
    mutating func turn(_ turn: PageTurn) throws(BookError) -> [Action] {
        let page = try target(of: turn)
        return stop(reason: "another page was turned to") + open(page)
    }

    /// Handles the pages whose points of the tour were reached: reads the last one, now or after the page being read.
    mutating func reach(_ numbers: [Int]) -> [Action] {
        let pages = numbers.compactMap { number in book.pages.first { $0.number == number } }
        guard let page = pages.last else { return [] }
        let reason = "the next point was reached before the page was read"
        let dropped = pages.dropLast().map { Action.dropped(page: $0.number, reason: reason) }
        guard isReading else { return dropped + open(page) }
        let waiting = drop(reason: reason)
        queuedPage = page.number
        return waiting + dropped
    }

    /// Handles the muting of speech: stops a page of a tour, since it would come too late afterwards. Other pages wait.
    mutating func mute(reason: String) -> [Action] {
        if page?.place != nil { return stop(reason: reason) }
        defer { queuedPage = nil }
        return drop(reason: reason)
    }

    /// Stops reading.
    mutating func stop(reason: String) -> [Action] {
        guard let page, isReading else { return [] }
        let dropped = drop(reason: reason)
        nextPiece = nil
        queuedPage = nil
        return [.abandoned(page: page.number, reason: reason)] + dropped
    }

    /// Replaces the book after a change of its file. The page being read continues if it is unchanged; otherwise it
    /// starts again.
    mutating func reload(_ book: Book) -> [Action] {
        self.book = book
        if let queuedPage, !book.numbers.contains(queuedPage) { self.queuedPage = nil }
        guard let page else { return [] }
        guard let new = book.pages.first(where: { $0.number == page.number }) else {
            return stop(reason: "the page is not in the book any more")
        }
        self.page = new
        guard isReading, new.utterances != page.utterances else { return [] }
        return [.abandoned(page: page.number, reason: "the page was changed")] + open(new)
    }

    private func target(of turn: PageTurn) throws(BookError) -> BookPage {
        switch turn {
        case .to(let number): return try book.page(number)
        case .next:
            let number = page?.number ?? 0
            guard let next = book.pages.first(where: { $0.number > number }) else {
                throw .missingPage(number: number + 1, numbers: book.numbers)
            }
            return next
        case .previous:
            let number = page?.number ?? 1
            guard let previous = book.pages.last(where: { $0.number < number }) else {
                throw .missingPage(number: number - 1, numbers: book.numbers)
            }
            return previous
        }
    }

    private mutating func open(_ page: BookPage) -> [Action] {
        self.page = page
        nextPiece = 0
        return [.open(page)]
    }

    /// Ends a page that was read completely, and opens the next one if there is one.
    private mutating func close(_ page: BookPage) -> [Action] {
        nextPiece = nil
        let ending: [Action] = [.finished(page: page.number)]
        let next = queuedPage ?? (turnsPages ? book.numbers.first { $0 > page.number } : nil)
        queuedPage = nil
        guard let next, let page = book.pages.first(where: { $0.number == next }) else { return ending }
        return ending + open(page)
    }

    private func drop(reason: String) -> [Action] {
        queuedPage.map { [.dropped(page: $0, reason: reason)] } ?? []
    }
}

extension BookUtterance {
    /// Whether the utterance has text; the voice never receives empty text.
    var isAudible: Bool { text.contains { !$0.isWhitespace } }
}
