import Glibc
import Platform
import Synchronization

/// Reads a book again whenever its file changes, on a separate thread, so that a slow disk delays neither voice nor
/// bus.
///
/// The watch polls the file. Polling also works for network folders, for files that an editor replaces, and for files
/// that are missing for a moment.
package final class BookWatch {
    /// The result of a change.
    package enum Outcome: Sendable {
        /// The new version of the book.
        case book(Book)
        /// The file cannot be read now, perhaps since it is half written. The previous book stays valid.
        case failure(BookError)
    }

    private let work: Work
    private var thread: SystemThread?

    /// Starts the watch.
    ///
    /// - Parameters:
    ///   - file: The book.
    ///   - version: The version of the file before it was first read, so that no change is missed.
    ///   - take: Receives each change, on the thread of the watch.
    package init(
        _ file: BookFile, since version: BookFile.Version, take: @escaping @Sendable (Outcome) -> Void
    ) throws(SpeechError) {
        work = Work(file: file, version: version, signal: try WakeUp.ofVoice(), take: take)
        thread = try SystemThread.ofVoice("book") { [work] in work.run() }
    }

    /// Stops the watch; there are no results after it returns. May be called twice.
    package func stop() {
        guard let thread else { return }
        self.thread = nil
        work.end()
        thread.join()
    }

    deinit { stop() }

    /// The work of the thread.
    private final class Work: Sendable {
        /// The interval at which the file is polled.
        private static let pollMilliseconds: Int32 = 250

        private let file: BookFile
        private let first: BookFile.Version
        private let signal: WakeUp
        private let take: @Sendable (Outcome) -> Void
        private let isEnding = Mutex(false)

        package init(
            file: BookFile, version: BookFile.Version, signal: WakeUp, take: @escaping @Sendable (Outcome) -> Void
        ) {
            self.file = file
            first = version
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
                let now = BookFile.Version(of: file.path)
                // A writer may not be finished, so the file is read when two polls see the same version.
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
