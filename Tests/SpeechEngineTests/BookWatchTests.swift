import Foundation
import Synchronization
import SpeechTestSupport
import TestSupport
import Testing

@testable import SpeechEngine

@Suite struct BookWatchTests {
    private final class Takings: Sendable {
        private let state = Mutex<(texts: [String], failures: [BookError])>(([], []))
        var texts: [String] { state.withLock(\.texts) }
        var failures: [BookError] { state.withLock(\.failures) }

        func take(_ outcome: BookWatch.Outcome) {
            state.withLock { state in
                switch outcome {
                case .book(let book): state.texts.append(book.pages[0].displayText)
                case .failure(let error): state.failures.append(error)
                }
            }
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    @Test func `a changed book is read again, and a half-written one is reported`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/book.plist"
        try write(BookText.book(BookText.page("one")), to: path)
        let file = BookFile(path: path)
        let version = BookFile.Version(of: path)
        _ = try file.read()
        let takings = Takings()
        let watch = try BookWatch(file, since: version) { takings.take($0) }
        defer { watch.stop() }
        try write(BookText.book(BookText.page("two")), to: path)
        #expect(eventually { takings.texts == ["two"] })
        try write(Array(BookText.book(BookText.page("three")).dropLast(25)), to: path)
        #expect(eventually { takings.failures.count == 1 })
        #expect("\(takings.failures)".contains("book.plist:5:"))
        try write(BookText.book(BookText.page("three")), to: path)
        #expect(eventually { takings.texts == ["two", "three"] })
        try FileManager.default.removeItem(atPath: path)
        #expect(eventually { takings.failures.count == 2 })
        // Editors replace the file when they save it.
        try write(BookText.book(BookText.page("four")), to: path + ".new")
        #expect(rename(path + ".new", path) == 0)
        #expect(eventually { takings.texts.last == "four" })
    }

    @Test func `a change before the start of the watch is not missed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/book.plist"
        let version = BookFile.Version(of: path)
        try write(BookText.book(BookText.page("one")), to: path)
        let takings = Takings()
        let watch = try BookWatch(BookFile(path: path), since: version) { takings.take($0) }
        #expect(eventually { takings.texts == ["one"] })
        watch.stop()
        watch.stop()
    }
}
