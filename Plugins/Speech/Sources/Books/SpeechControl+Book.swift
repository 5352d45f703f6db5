import NavigationControl
import NavigationEvents
import SpeechEngine

/// The book and the tour of the speech control.
extension SpeechControl {
    /// The effect numbers of readings begin here; those of utterances are smaller.
    private static let firstReading: UInt64 = 1 << 32

    /// Reads the book of the settings; `nil` if the setting is empty. A book that cannot be read causes a warning, and
    /// the control has no pages until the file changes.
    static func makeNarrator(
        _ path: String, _ mailbox: VoiceMailbox, _ reporter: Reporter, _ memory: ControlMemory,
        _ complain: (String) -> Void
    ) -> Narrator? {
        guard !path.isEmpty else { return nil }
        let version = BookFile.Version(of: path)
        var book = Book(pages: [])
        do throws(BookError) {
            book = try BookFile(path: path).read()
            for line in book.complaints { complain(line) }
        } catch {
            warn("\(error); there are no pages until it can be read", effect: "book", reporter)
        }
        return Narrator(
            BookPlayer(book), tour: Tour(TourMemory.savedState(memory, book)), mailbox: mailbox,
            version: version,
            dependencies: Narrator.Dependencies(
                report: { reports in
                    for report in reports { reporter.utterance(report) }
                },
                note: { note($0, firstReading + $1, book: path, reporter) },
                keep: { TourMemory.keep($0, memory) }))
    }

    /// Connects the voice to the book and watches its file.
    func openBook() throws(SpeechError) -> BookWatch? {
        guard let narrator else { return nil }
        narrator.begin()
        let (reporter, memory, complain) = (reporter, memory, complain)
        return try BookWatch(BookFile(path: settings.book), since: narrator.version) { outcome in
            switch outcome {
            case .book(let book):
                for line in book.complaints { complain(line) }
                reporter(.note, effect: "book", text: "the book was read again: it has changed")
                narrator.reload(book, reachedCircles: TourMemory.savedState(memory, book).reachedCircles)
            case .failure(let error):
                Self.warn("\(error); the previous book stays", effect: "book", reporter)
            }
        }
    }

    /// Opens a page on request of a person.
    func turn(_ turn: PageTurn) {
        guard let narrator else {
            let problem = "turn a page: there is no book; name one in the setting \"book\""
            return Self.warn(problem, effect: "page", reporter)
        }
        do throws(BookError) {
            try narrator.turn(turn)
        } catch {
            Self.warn("\(error)", effect: "page", reporter)
        }
    }

    private static func warn(_ problem: String, effect: String, _ reporter: Reporter) {
        reporter(.warning, effect: effect, text: "failed to \(problem)")
    }

    private static func note(_ action: BookPlayer.Action, _ effect: UInt64, book: String, _ reporter: Reporter) {
        var picture: ReportedPicture?
        let (kind, text): (ReportKind, String)
        switch action {
        case .open(let page):
            picture = Self.picture(of: page, book, reporter)
            (kind, text) = (.began, "\(page.number): \(page.displayText)")
        case .finished(let number): (kind, text) = (.ended, "\(number)")
        case .abandoned(let number, let reason), .dropped(let number, let reason):
            (kind, text) = (.cancelled, "\(reason): page \(number)")
        }
        reporter(kind, effect: "page", text: text, effectNumber: effect, picture: picture)
    }

    private static func picture(of page: BookPage, _ book: String, _ reporter: Reporter) -> ReportedPicture? {
        guard !page.backgroundImage.isEmpty else { return nil }
        do throws(BookError) {
            return try BookPicture.read(page.backgroundImage, of: book)
        } catch {
            warn("\(error)", effect: "page", reporter)
            return nil
        }
    }
}
