import NavigationControl
import NavigationEvents

/// The book and the tour of the speech control.
extension SpeechControl {
    /// The effect numbers of readings begin here; those of utterances are smaller.
    private static let firstReading: UInt64 = 1 << 32

    /// Reads the book of the settings; `nil` if the setting is empty. A book that cannot be read causes a warning, and
    /// the control has no pages until the file changes.
    static func makeNarrator(
        _ settings: SpeechSettings, desk: VoiceDesk, surroundings: Voice.Surroundings
    ) -> Narrator? {
        guard !settings.book.isEmpty else { return nil }
        let mark = BookFile.Mark(of: settings.book)
        var book = Book(pages: [])
        do throws(BookError) {
            book = try BookFile(path: settings.book).read()
            for line in book.complaints { surroundings.complain(line) }
        } catch {
            warn("\(error); there are no pages until it can be read", effect: "book", surroundings)
        }
        return Narrator(
            BookPlayer(book), tour: Tour(TourMemory.facts(surroundings.memory, book)), desk: desk,
            mark: mark,
            surroundings: Narrator.Surroundings(
                tell: { notices in
                    for notice in notices { surroundings.tell(notice) }
                },
                note: { note($0, firstReading + $1, surroundings) },
                keep: { TourMemory.keep($0, surroundings.memory) }))
    }

    /// Connects the voice to the book and watches its file.
    func openBook() throws(SpeechError) -> BookWatch? {
        guard let narrator else { return nil }
        narrator.begin()
        let surroundings = surroundings
        return try BookWatch(BookFile(path: settings.book), since: narrator.mark) { outcome in
            switch outcome {
            case .book(let book):
                for line in book.complaints { surroundings.complain(line) }
                surroundings.reporter(.note, effect: "book", text: "the book was read again: it has changed")
                narrator.reload(book, told: TourMemory.facts(surroundings.memory, book).told)
            case .failure(let error):
                Self.warn("\(error); the previous book stays", effect: "book", surroundings)
            }
        }
    }

    /// Opens a page on request of a person.
    func turn(_ turn: PageTurn) {
        guard let narrator else {
            let way = "turn a page: there is no book; name one in the setting \"book\""
            return Self.warn(way, effect: "page", surroundings)
        }
        do throws(BookError) {
            try narrator.turn(turn)
        } catch {
            Self.warn("\(error)", effect: "page", surroundings)
        }
    }

    private static func warn(_ problem: String, effect: String, _ surroundings: Voice.Surroundings) {
        surroundings.reporter(.warning, effect: effect, text: "failed to \(problem)")
    }

    private static func note(_ action: BookPlayer.Action, _ effect: UInt64, _ surroundings: Voice.Surroundings) {
        let (kind, text): (ReportKind, String) =
            switch action {
            case .open(let page): (.began, "\(page.number): \(page.displayText)")
            case .finished(let number): (.ended, "\(number)")
            case .left(let number, let reason), .dropped(let number, let reason):
                (.cancelled, "\(reason): page \(number)")
            }
        surroundings.reporter(kind, effect: "page", text: text, effectNumber: effect)
    }
}
