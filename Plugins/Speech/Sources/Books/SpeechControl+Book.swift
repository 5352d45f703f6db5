import NavigationControl
import NavigationEvents

/// The book and the tour of the speech control.
extension SpeechControl {
    /// The effect numbers of readings begin here; those of utterances are smaller.
    private static let firstReading: UInt64 = 1 << 32

    /// Reads the book of the settings; `nil` if the setting is empty. A book that cannot be read causes a warning, and
    /// the control has no pages until the file changes.
    static func makeNarrator(
        _ settings: SpeechSettings, mailbox: VoiceMailbox, dependencies: Voice.Dependencies
    ) -> Narrator? {
        guard !settings.book.isEmpty else { return nil }
        let version = BookFile.Version(of: settings.book)
        var book = Book(pages: [])
        do throws(BookError) {
            book = try BookFile(path: settings.book).read()
            for line in book.complaints { dependencies.complain(line) }
        } catch {
            warn("\(error); there are no pages until it can be read", effect: "book", dependencies)
        }
        return Narrator(
            BookPlayer(book), tour: Tour(TourMemory.savedState(dependencies.memory, book)), mailbox: mailbox,
            version: version,
            dependencies: Narrator.Dependencies(
                report: { notices in
                    for notice in notices { dependencies.report(notice) }
                },
                note: { note($0, firstReading + $1, dependencies) },
                keep: { TourMemory.keep($0, dependencies.memory) }))
    }

    /// Connects the voice to the book and watches its file.
    func openBook() throws(SpeechError) -> BookWatch? {
        guard let narrator else { return nil }
        narrator.begin()
        let dependencies = dependencies
        return try BookWatch(BookFile(path: settings.book), since: narrator.version) { outcome in
            switch outcome {
            case .book(let book):
                for line in book.complaints { dependencies.complain(line) }
                dependencies.reporter(.note, effect: "book", text: "the book was read again: it has changed")
                narrator.reload(book, reachedCircles: TourMemory.savedState(dependencies.memory, book).reachedCircles)
            case .failure(let error):
                Self.warn("\(error); the previous book stays", effect: "book", dependencies)
            }
        }
    }

    /// Opens a page on request of a person.
    func turn(_ turn: PageTurn) {
        guard let narrator else {
            let way = "turn a page: there is no book; name one in the setting \"book\""
            return Self.warn(way, effect: "page", dependencies)
        }
        do throws(BookError) {
            try narrator.turn(turn)
        } catch {
            Self.warn("\(error)", effect: "page", dependencies)
        }
    }

    private static func warn(_ problem: String, effect: String, _ dependencies: Voice.Dependencies) {
        dependencies.reporter(.warning, effect: effect, text: "failed to \(problem)")
    }

    private static func note(_ action: BookPlayer.Action, _ effect: UInt64, _ dependencies: Voice.Dependencies) {
        let (kind, text): (ReportKind, String) =
            switch action {
            case .open(let page): (.began, "\(page.number): \(page.displayText)")
            case .finished(let number): (.ended, "\(number)")
            case .abandoned(let number, let reason), .dropped(let number, let reason):
                (.cancelled, "\(reason): page \(number)")
            }
        dependencies.reporter(kind, effect: "page", text: text, effectNumber: effect)
    }
}
