import Glibc
import Platform
import Synchronization

/// Reads a book again whenever its file changes, on a thread of its own: a slow disk delays neither voice nor bus.
///
/// The file is looked at rather than watched by the system, since that also works for folders over the network, for
/// files that an editor replaces, and for files that are not there for a moment.
final class BookWatch {
    /// What a change comes to.
    enum Outcome: Sendable {
        /// The book was read anew.
        case book(Book)
        /// It cannot be read as it is now, half written perhaps; the book before it holds.
        case failure(BookError)
    }

    private let work: Work
    private var thread: SystemThread?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - file: The book.
    ///   - mark: The file as it was before it was read the first time, so that no change is missed.
    ///   - take: Takes each change, on the thread of the watch.
    init(
        _ file: BookFile, since mark: BookFile.Mark, take: @escaping @Sendable (Outcome) -> Void
    ) throws(SpeechError) {
        work = Work(file: file, mark: mark, signal: try WakeUp.ofVoice(), take: take)
        thread = try SystemThread.ofVoice("book") { [work] in work.run() }
    }

    /// Ends the watch; nothing is taken after it. May be called twice.
    func stop() {
        guard let thread else { return }
        self.thread = nil
        work.end()
        thread.join()
    }

    deinit { stop() }

    /// What the thread does.
    private final class Work: Sendable {
        /// How often the file is looked at.
        private static let pollMilliseconds: Int32 = 250

        private let file: BookFile
        private let first: BookFile.Mark
        private let signal: WakeUp
        private let take: @Sendable (Outcome) -> Void
        private let isEnding = Mutex(false)

        init(
            file: BookFile, mark: BookFile.Mark, signal: WakeUp, take: @escaping @Sendable (Outcome) -> Void
        ) {
            self.file = file
            first = mark
            self.signal = signal
            self.take = take
        }

        func end() {
            isEnding.withLock { $0 = true }
            signal.wake()
        }

        func run() {
            var (known, seen) = (first, first)
            while !isEnding.withLock(\.self) {
                signal.wait(milliseconds: Self.pollMilliseconds)
                let now = BookFile.Mark(of: file.path)
                // Whoever writes it may not be done: it is read when it has been the same twice.
                defer { seen = now }
                guard now == seen, now != known, !isEnding.withLock(\.self) else { continue }
                known = now
                do throws(BookError) {
                    take(.book(try file.read()))
                } catch {
                    take(.failure(error))
                }
            }
        }
    }
}
