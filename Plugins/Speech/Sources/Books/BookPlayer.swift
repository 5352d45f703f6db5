import NavigationEvents

/// Reads a book: knows the page, what of it is still to be said, and what comes next. A pure value; it says what is to
/// be done, and others do it.
///
/// Announcements go before a book, and the queue takes up again what they interrupt; so all that is told here is which
/// pieces were said to their end. One page is with the voice at a time.
struct BookPlayer: Equatable, Sendable {
    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Nothing of the book that is being said or waits is wanted any more.
        case cancel
        /// The page is open: it is to be shown.
        case show(BookPage)
        /// These are to be said, in order.
        case say([Utterance])
        /// The page was said to its end.
        case finished(page: Int)
        /// A page is not said: why.
        case dropped(page: Int, reason: String)
    }

    /// The book as it was read last.
    private(set) var book: Book
    /// The page that is open; `nil` before the first one.
    private(set) var page: BookPage?
    /// How many pieces of the page were said; `nil` while nothing is being read.
    private(set) var said: Int?
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

    /// A person turns to a page: what is being read ends, the page is read from its beginning.
    ///
    /// - Throws: ``BookError`` when there is no such page, or it was skipped; nothing changes then.
    mutating func turn(_ turn: PageTurn) throws(BookError) -> [Action] {
        let page = try target(of: turn)
        let dropped = drop(reason: "another page was turned to")
        following = nil
        return (said == nil ? [] : [.cancel]) + dropped + open(page)
    }

    /// A place of a tour is reached: its page is read, or follows the one that is being read.
    mutating func reach(_ number: Int) -> [Action] {
        guard let page = book.pages.first(where: { $0.number == number }) else { return [] }
        guard said != nil else { return open(page) }
        let dropped = drop(reason: "the next place was reached before it was said")
        following = number
        return dropped
    }

    /// A piece was said to its end, or cannot be said.
    mutating func finished(page number: Int, index: Int) -> [Action] {
        guard let page, let said, page.number == number, index >= said else { return [] }
        self.said = index + 1
        guard !page.utterances.dropFirst(index + 1).contains(where: \.isAudible) else { return [] }
        return close(page)
    }

    /// What is being read is to end, without another page.
    mutating func stop(reason: String) -> [Action] {
        guard said != nil else { return [] }
        let dropped = drop(reason: reason)
        said = nil
        following = nil
        return [.cancel] + dropped
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
        guard said != nil, new.utterances != page.utterances else { return new == page ? [] : [.show(new)] }
        return [.cancel] + open(new)
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
        said = 0
        let pieces = page.utterances.indices.filter { page.utterances[$0].isAudible }.map { index in
            Utterance(
                page.utterances[index].text, kind: .book(page: page.number, index: index),
                properties: page.utterances[index].properties)
        }
        return [.show(page)] + (pieces.isEmpty ? close(page) : [.say(pieces)])
    }

    /// The page was said; another one may follow.
    private mutating func close(_ page: BookPage) -> [Action] {
        said = nil
        let ending: [Action] = [.finished(page: page.number)]
        if let next = following, let page = book.pages.first(where: { $0.number == next }) {
            following = nil
            return ending + open(page)
        }
        guard goesOn, let next = book.pages.first(where: { $0.number > page.number }) else { return ending }
        return ending + open(next)
    }

    private func drop(reason: String) -> [Action] {
        following.map { [.dropped(page: $0, reason: reason)] } ?? []
    }
}

extension BookUtterance {
    /// Whether there is something to say: empty text never reaches a voice.
    var isAudible: Bool { text.contains { !$0.isWhitespace } }
}
