import NavigationControl
import NavigationEvents

/// The book, and the tour, of the speech control.
extension SpeechControl {
    /// What the memory calls the page of the tour that was begun last, so that a control that is started again does not
    /// begin it once more.
    private static let memoryName: StaticString = "page"

    /// Reads the book of the settings; `nil` where none is named.
    ///
    /// - Throws: ``BookError`` when it cannot be read.
    static func makeNarrator(
        _ settings: SpeechSettings, desk: VoiceDesk, surroundings: Voice.Surroundings
    ) throws(BookError) -> Narrator? {
        guard !settings.book.isEmpty else { return nil }
        let mark = BookFile.Mark(of: settings.book)
        let book = try BookFile(path: settings.book).read()
        for line in book.complaints { surroundings.complain(line) }
        let told = surroundings.memory.number(memoryName).flatMap { Int(exactly: $0) }
        return Narrator(
            BookPlayer(book), tour: Tour(told: Set([told].compactMap(\.self))), desk: desk, mark: mark,
            surroundings: Narrator.Surroundings(
                tell: { notices in
                    for notice in notices { surroundings.tell(notice) }
                },
                note: { note($0, surroundings) }))
    }

    /// Lets the voice ask for the book, and watches its file.
    func openBook() throws(SpeechError) -> BookWatch? {
        guard let narrator else { return nil }
        narrator.begin()
        let surroundings = surroundings
        return try BookWatch(BookFile(path: settings.book), since: narrator.mark) { outcome in
            switch outcome {
            case .book(let book):
                for line in book.complaints { surroundings.complain(line) }
                surroundings.reporter(.note, effect: "book", text: "the book was read again: it has changed")
                narrator.reload(book)
            case .failure(let error):
                let text = "failed to \(error); the book stays as it was before"
                surroundings.complain(text)
                surroundings.reporter(.warning, effect: "book", text: text)
            }
        }
    }

    /// Turns to a page, as a person asks.
    func turn(_ turn: PageTurn) {
        guard let narrator else {
            return warn("turn a page: there is no book; name one in the setting \"book\"")
        }
        do throws(BookError) {
            try narrator.turn(turn)
        } catch {
            warn("\(error)")
        }
    }

    private func warn(_ problem: String) {
        surroundings.complain("failed to \(problem)")
        surroundings.reporter(.warning, effect: "page", text: "failed to \(problem)")
    }

    private static func note(_ action: BookPlayer.Action, _ surroundings: Voice.Surroundings) {
        switch action {
        case .cancel: break
        case .open(let page):
            if page.place != nil { surroundings.memory.note(memoryName, Int64(page.number)) }
            surroundings.reporter(
                .began, effect: "page", text: "\(page.number): \(page.displayText)",
                effectNumber: UInt64(page.number))
        case .finished(let number):
            surroundings.reporter(.ended, effect: "page", text: "\(number)", effectNumber: UInt64(number))
        case .dropped(let number, let reason):
            surroundings.reporter(
                .cancelled, effect: "page", text: "\(reason): page \(number)", effectNumber: UInt64(number))
        }
    }
}
