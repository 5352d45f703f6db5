import TestSupport
import NavigationEvents
import Synchronization
import SpeechTestSupport
import Testing

@testable import Speech
@testable import SpeechEngine

/// A narrator with a mailbox; the test takes the role of the voice.
@Suite struct NarratorTests {
    private final class Notes: Sendable {
        private let state = Mutex<[BookPlayer.Action]>([])
        private let ends = Mutex(0)
        private let numbers = Mutex<[UInt64]>([])
        var actions: [BookPlayer.Action] { state.withLock(\.self) }
        /// The number of the reading of each action.
        var readings: [UInt64] { numbers.withLock(\.self) }
        var endings: Int { ends.withLock(\.self) }
        func note(_ action: BookPlayer.Action, _ reading: UInt64) {
            state.withLock { $0.append(action) }
            numbers.withLock { $0.append(reading) }
        }
        func end() { ends.withLock { $0 += 1 } }
    }

    private let mailbox: VoiceMailbox
    private let notes = Notes()
    private let narrator: Narrator

    init() throws {
        mailbox = try VoiceMailbox(isPaced: true)
        let book = try Book.make(
            BookText.page([("one", ""), ("two", "")], BookText.place(49.41, 8.69, radius: 30)), BookText.page("three"))
        let notes = notes
        narrator = Narrator(
            BookPlayer(book), mailbox: mailbox,
            dependencies: Narrator.Dependencies(note: { notes.note($0, $1) }, end: { notes.end() }))
        narrator.begin()
    }

    /// Returns the next text for the voice; `nil` for none.
    private func next() -> String? {
        for _ in 0..<3 {
            if case .speak(let utterance) = mailbox.next() { return utterance.text }
        }
        return nil
    }

    @Test func `a page is spoken piece by piece, then nothing`() throws {
        #expect(next() == nil)
        try narrator.turn(.next)
        #expect(next() == "one")
        _ = mailbox.finish(isComplete: true)
        #expect(next() == "two")
        _ = mailbox.finish(isComplete: true)
        #expect(notes.endings == 0)
        #expect(next() == nil)
        #expect(notes.endings == 1)
        #expect(notes.actions.last == .finished(page: 1))
    }

    @Test func `an announcement interrupts a page, which continues with the same piece`() throws {
        try narrator.turn(.next)
        #expect(next() == "one")
        _ = mailbox.change { $0.add(.make("now turn left"), at: .noon) }
        #expect(mailbox.demand == .endNow)
        _ = mailbox.finish(isComplete: false)
        #expect(next() == "now turn left")
        _ = mailbox.finish(isComplete: true)
        #expect(next() == "one")
        _ = mailbox.finish(isComplete: true)
        #expect(next() == "two")
    }

    @Test func `turning a page ends the current piece`() throws {
        try narrator.turn(.next)
        #expect(next() == "one")
        try narrator.turn(.next)
        #expect(mailbox.demand == .endAtWord)
        _ = mailbox.finish(isComplete: false)
        #expect(next() == "three")
        #expect(throws: BookError.self) { try narrator.turn(.next) }
        #expect(mailbox.demand == .proceed)
    }

    @Test func `every reading of a page ends with its own number`() throws {
        try narrator.turn(.to(1))
        #expect(next() == "one")
        try narrator.turn(.to(1))
        narrator.stop(reason: .ended)
        try narrator.turn(.to(2))
        _ = mailbox.finish(isComplete: false)
        #expect(next() == "three")
        _ = mailbox.finish(isComplete: true)
        #expect(next() == nil)
        let left = [CancellationReason.pageTurned, .ended].map {
            BookPlayer.Action.abandoned(page: 1, reason: $0.rawValue)
        }
        let actions = notes.actions
        try #require(actions.count == 6)
        #expect([actions[1], actions[3], actions[5]] == left + [.finished(page: 2)])
        #expect(notes.readings == [1, 1, 2, 2, 3, 3])
    }

    @Test func `muting drops pages of a tour and delays the rest of a book`() throws {
        narrator.moved(to: .make())
        #expect(next() == "one")
        narrator.mute()
        _ = mailbox.change { $0.mute(true) }
        #expect(mailbox.demand == .endNow)
        _ = mailbox.finish(isComplete: false)
        _ = mailbox.change { $0.mute(false) }
        #expect(next() == nil)
        #expect(notes.actions.last == .abandoned(page: 1, reason: CancellationReason.muted.rawValue))
        try narrator.turn(.to(2))
        #expect(next() == "three")
        narrator.mute()
        _ = mailbox.change { $0.mute(true) }
        _ = mailbox.finish(isComplete: false)
        #expect(next() == nil)
        _ = mailbox.change { $0.mute(false) }
        #expect(next() == "three")
    }

    @Test func `callbacks run in the order of the changes of several threads`() async throws {
        for _ in 0..<20 {
            await withTaskGroup(of: Void.self) { group in
                for number in 1...2 {
                    // These pages exist, so no call fails.
                    group.addTask { [narrator] in try? narrator.turn(.to(number)) }
                    group.addTask { [narrator] in narrator.stop(reason: .ended) }
                }
            }
        }
        var open: UInt64?
        for (action, reading) in zip(notes.actions, notes.readings) {
            switch action {
            case .open:
                #expect(open == nil)
                open = reading
            case .abandoned, .finished:
                #expect(open == reading)
                open = nil
            case .dropped: break
            }
        }
    }

    @Test func `a page is read once when its point is reached`() throws {
        narrator.moved(to: .make())
        #expect(next() == "one")
        _ = mailbox.finish(isComplete: true)
        #expect(next() == "two")
        _ = mailbox.finish(isComplete: true)
        narrator.moved(to: .make(at: .noon.later(seconds: 5)))
        #expect(next() == nil)
    }
}
