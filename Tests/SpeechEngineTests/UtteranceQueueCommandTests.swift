import TestSupport
import NavigationEvents
import SpeechTestSupport
import Testing

@testable import SpeechEngine

/// Texts of people, books, and the commands of people.
@Suite struct UtteranceQueueCommandTests {
    private func queue(_ utterances: Utterance..., isPaced: Bool = true) -> UtteranceQueue {
        var queue = UtteranceQueue(isPaced: isPaced)
        for utterance in utterances { _ = queue.add(utterance, at: .noon) }
        return queue
    }

    private static let book = Utterance.read("Once upon a time. There was a road of 3.5 km. It led to the sea.")

    @Test func `announcements precede texts of people, and those precede books`() {
        var queue = queue(.read("page"), .spoken("hello"), .make("follow", stage: .follow, priority: .follow))
        #expect(queue.waiting.map(\.text) == ["follow", "hello", "page"])
        #expect(queue.waiting.map(\.number) == [3, 2, 1])
        #expect(queue.next()?.text == "follow")
    }

    @Test func `an announcement interrupts a book at a word; the book continues with its sentence`() throws {
        var queue = queue(Self.book)
        #expect(queue.next()?.startOffset == 0)
        _ = queue.add(.make("in 300 meters", stage: .prepare), at: .noon)
        #expect(queue.cut == UtteranceQueue.Cut(reason: .interrupted, isAtWord: true))
        // "led": the third sentence has begun.
        #expect(queue.finish(isComplete: false, reached: 49..<52) == .setAside(.interrupted))
        #expect(queue.next()?.text == "in 300 meters")
        #expect(queue.finish(isComplete: true) == .said)
        let next = queue.next()
        let rest = try #require(next)
        #expect(String(String.UnicodeScalarView(rest.rest)) == " It led to the sea.")
        #expect(rest.isResumed && rest.number == 1)
    }

    @Test(arguments: [
        ("One. Two.", 0, 0), ("One. Two.", 5, 4), ("3.5 km and 2.5 km", 15, 0), ("你好。再见。", 3, 3), ("a\nb c", 4, 2),
        ("Wait… what?", 6, 5), ("No end", 3, 0), ("", 0, 0),
    ])
    func `a sentence begins after the end of the one before`(_ text: String, _ word: Int, _ start: Int) {
        #expect(Utterance.read(text).continued(after: word..<(word + 1)).startOffset == start)
    }

    @Test func `markup and utterances that have not begun start again`() {
        let markup = Utterance.read("<speak>One. Two.</speak>", UtteranceProperties(isSSML: true))
        #expect(markup.continued(after: 12..<15).startOffset == 0)
        #expect(Self.book.continued(after: nil).startOffset == 0)
    }

    @Test func `a now interrupts books and texts of people at once`() {
        for speaking in [Self.book, .spoken("hello")] {
            var queue = queue(speaking)
            _ = queue.next()
            _ = queue.add(.make("now"), at: .noon)
            #expect(queue.cut == UtteranceQueue.Cut(reason: .interrupted, isAtWord: false))
            #expect(queue.finish(isComplete: false) == .setAside(.interrupted))
            #expect(queue.waiting.map(\.text) == ["now", speaking.text])
        }
    }

    @Test func `an utterance completed despite an interruption is not repeated`() {
        var queue = queue(Self.book)
        _ = queue.next()
        _ = queue.add(.make("in 300 meters", stage: .prepare), at: .noon)
        #expect(queue.finish(isComplete: true) == .said)
        #expect(queue.waiting.map(\.text) == ["in 300 meters"])
    }

    @Test func `a text of a person interrupts a book but no announcement`() {
        var queue = queue(Self.book)
        _ = queue.next()
        _ = queue.add(.spoken("hello"), at: .noon)
        #expect(queue.cut?.isAtWord == true)
        var other = self.queue(.make("in 300 meters", stage: .prepare))
        _ = other.next()
        _ = other.add(.spoken("hello"), at: .noon)
        #expect(other.cut == nil)
    }

    @Test func `a pause delays books and texts of people but not announcements`() {
        var queue = queue(Self.book)
        _ = queue.next()
        queue.pause()
        #expect(queue.isSpeakingPaused && queue.cut == nil)
        _ = queue.add(.spoken("hello"), at: .noon)
        _ = queue.add(.make("in 300 meters", stage: .prepare), at: .noon)
        #expect(queue.cut == UtteranceQueue.Cut(reason: .interrupted, isAtWord: false))
        #expect(queue.finish(isComplete: false, reached: 0..<4) == .setAside(.interrupted))
        #expect(queue.next()?.text == "in 300 meters")
        _ = queue.finish(isComplete: true)
        #expect(queue.next() == nil)
        queue.resume()
        #expect(queue.next()?.text == "hello")
    }

    @Test func `an announcement that is paused too long is not completed`() {
        var queue = queue(.make("in 300 meters", stage: .prepare, validForSeconds: 5))
        _ = queue.next()
        queue.pause()
        #expect(queue.advance(to: .noon.later(seconds: 6)).isEmpty)
        #expect(queue.finish(isComplete: false) == .cut(.outdated))
    }

    @Test func `stopping ends the current utterance and drops all but announcements`() {
        var queue = queue(Self.book, .read("next", index: 1), .spoken("hello"))
        _ = queue.next()
        #expect(queue.speaking?.text == "hello")
        #expect(queue.stop(isAtWord: true).map(\.reason) == [.ended, .ended])
        #expect(queue.cut == UtteranceQueue.Cut(reason: .ended, isAtWord: true))
        // An immediate stop overrides one at a word, but not vice versa.
        _ = queue.stop(isAtWord: false)
        _ = queue.stop(isAtWord: true)
        #expect(queue.cut == UtteranceQueue.Cut(reason: .ended, isAtWord: false))
        #expect(queue.finish(isComplete: false) == .cut(.ended))
        #expect(queue.next() == nil)
    }

    @Test func `muted speech is silent, and a book waits`() {
        var queue = queue(Self.book, .read("next", index: 1))
        _ = queue.next()
        _ = queue.add(.spoken("hello"), at: .noon)
        #expect(queue.mute(true).map(\.reason) == [.muted])
        #expect(queue.finish(isComplete: false) == .setAside(.interrupted))
        #expect(queue.add(.make("now"), at: .noon).map(\.reason) == [.muted])
        #expect(queue.next() == nil)
        #expect(queue.mute(false).isEmpty)
        #expect(queue.next()?.text == Self.book.text)
        _ = queue.mute(true)
        #expect(queue.finish(isComplete: false) == .setAside(.interrupted))
    }

    @Test func `turning the page drops the old page`() {
        var queue = queue(Self.book, .read("next", index: 1), .spoken("hello"))
        _ = queue.next()
        _ = queue.finish(isComplete: true)
        _ = queue.next()
        #expect(queue.turnPage().map(\.utterance.text) == ["next"])
        #expect(queue.finish(isComplete: false) == .cut(.pageTurned))
        #expect(queue.waiting.isEmpty)
    }

    @Test func `an utterance that could not begin is tried again unless it is too late`() {
        var queue = queue(.make("one", identity: 1), .make("two", identity: 2))
        _ = queue.next()
        queue.requeue()
        #expect(queue.waiting.map(\.text) == ["one", "two"])
        #expect(queue.advance(to: .noon.later(seconds: 60)).count == 2)
    }

    @Test func `at the end only the arrival is spoken if speaking takes time`() {
        var queue = queue(Self.book, .spoken("hello"), .make("arrived", subject: .destination, priority: .arrival))
        #expect(queue.leave().map(\.reason) == [.leaving, .leaving])
        #expect(queue.waiting.map(\.text) == ["arrived"])
        var file = self.queue(Self.book, .spoken("hello"), isPaced: false)
        #expect(file.leave().isEmpty)
        #expect(file.next()?.text == Self.book.text)
    }

    @Test func `the queue limits the texts of people`() {
        var queue = UtteranceQueue(isPaced: true)
        for index in 0..<UtteranceQueue.maxOfPeople {
            #expect(queue.add(.spoken("word \(index)"), at: .noon).isEmpty)
        }
        #expect(queue.add(.spoken("one more"), at: .noon).map(\.reason) == [.queueFull])
        #expect(queue.add(.make("now"), at: .noon).isEmpty)
    }
}
