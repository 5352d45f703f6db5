import NavigationEvents

/// Reads a book: knows the page, what of it is still to be said, and what comes next. A pure value; it says what is to
/// be done, and others do it.
///
/// The voice asks for one piece after another, each when the one before it was said to its end. Announcements go before
/// a book, and the queue takes up again what they interrupt, so that an interruption is no matter of the player.
struct BookPlayer: Equatable, Sendable {
    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// The page that was being read is not read to its end: why. The piece that the voice has is not wanted any
        /// more.
        case left(page: Int, reason: String)
        /// A page is open: it is to be shown, and the voice to be woken.
        case open(BookPage)
        /// The page was said to its end.
        case finished(page: Int)
        /// A page is not said: why.
        case dropped(page: Int, reason: String)
    }

    /// The book as it was read last.
    private(set) var book: Book
    /// The page that is open; `nil` before the first one.
    private(set) var page: BookPage?
    /// How many pieces of the page the voice has been given; `nil` while nothing is being read.
    private(set) var given: Int?
    /// A page that comes when the open one was said.
    private(set) var following: Int?
    /// Whether the next page is opened when one was said, up to the last.
    let goesOn: Bool

    /// Makes a player with a closed book.
    ///
    /// - Parameter goesOn: Whether pages follow each other by themselves.
    init(_ book: Book, goesOn: Bool = false) {
        self.book = book
        self.goesOn = goesOn
    }

    /// Whether a page is being read.
    var isReading: Bool { given != nil }

    /// The voice has said what it was given, and asks for more.
    ///
    /// - Parameter actions: Takes what is to be done before it is said.
    /// - Returns: `nil` when there is nothing more to say.
    mutating func piece(_ actions: inout [Action]) -> Utterance? {
        while let page, let given {
            if given < page.utterances.count {
                self.given = given + 1
                let utterance = page.utterances[given]
                guard utterance.isAudible else { continue }
                return Utterance(
                    utterance.text, kind: .book(page: page.number, index: given), properties: utterance.properties)
            }
            actions += close(page)
        }
        return nil
    }

    /// A person turns to a page: what is being read ends, the page is read from its beginning.
    ///
    /// - Throws: ``BookError`` when there is no such page, or it was skipped; nothing changes then.
    mutating func turn(_ turn: PageTurn) throws(BookError) -> [Action] {
        let page = try target(of: turn)
        return stop(reason: "another page was turned to") + open(page)
    }

    /// Places of a tour are reached: the page of the last one is read, or follows the one that is being read.
    mutating func reach(_ numbers: [Int]) -> [Action] {
        let pages = numbers.compactMap { number in book.pages.first { $0.number == number } }
        guard let page = pages.last else { return [] }
        let reason = "the next place was reached before it was said"
        let dropped = pages.dropLast().map { Action.dropped(page: $0.number, reason: reason) }
        guard isReading else { return dropped + open(page) }
        let waiting = drop(reason: reason)
        following = page.number
        return waiting + dropped
    }

    /// Speech was muted: pages of places are not heard later, where they do not belong. Others wait.
    mutating func mute(reason: String) -> [Action] {
        if page?.place != nil { return stop(reason: reason) }
        defer { following = nil }
        return drop(reason: reason)
    }

    /// What is being read is to end, without another page.
    mutating func stop(reason: String) -> [Action] {
        guard let page, isReading else { return [] }
        let dropped = drop(reason: reason)
        given = nil
        following = nil
        return [.left(page: page.number, reason: reason)] + dropped
    }

    /// The file was read anew. The page being read goes on if it is as it was; else it is read from its beginning.
    mutating func reload(_ book: Book) -> [Action] {
        self.book = book
        if let following, !book.numbers.contains(following) { self.following = nil }
        guard let page else { return [] }
        guard let new = book.pages.first(where: { $0.number == page.number }) else {
            return stop(reason: "the page is not in the book any more")
        }
        self.page = new
        guard isReading, new.utterances != page.utterances else { return [] }
        return [.left(page: page.number, reason: "the page was changed")] + open(new)
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
        given = 0
        return [.open(page)]
    }

    /// The page was said; another one may follow.
    private mutating func close(_ page: BookPage) -> [Action] {
        given = nil
        let ending: [Action] = [.finished(page: page.number)]
        let next = following ?? (goesOn ? book.numbers.first { $0 > page.number } : nil)
        following = nil
        guard let next, let page = book.pages.first(where: { $0.number == next }) else { return ending }
        return ending + open(page)
    }

    private func drop(reason: String) -> [Action] {
        following.map { [.dropped(page: $0, reason: reason)] } ?? []
    }
}

extension BookUtterance {
    /// Whether there is something to say: empty text never reaches a voice.
    var isAudible: Bool { text.contains { !$0.isWhitespace } }
}
