import NavigationEvents
import Synchronization
import Testing

@testable import Speech

/// A book, a desk, and a voice that is played by the test.
@Suite struct NarratorTests {
    private final class Notes: Sendable {
        private let state = Mutex<[BookPlayer.Action]>([])
        private let ends = Mutex(0)
        var actions: [BookPlayer.Action] { state.withLock(\.self) }
        var endings: Int { ends.withLock(\.self) }
        func note(_ action: BookPlayer.Action) { state.withLock { $0.append(action) } }
        func end() { ends.withLock { $0 += 1 } }
    }

    private let desk: VoiceDesk
    private let notes = Notes()
    private let narrator: Narrator

    init() throws {
        desk = try VoiceDesk(isPaced: true)
        let book = try Book.make(
            BookText.page([("one", ""), ("two", "")], BookText.place(49.41, 8.69, radius: 30)), BookText.page("three"))
        let notes = notes
        narrator = Narrator(
            BookPlayer(book), desk: desk,
            surroundings: Narrator.Surroundings(note: { notes.note($0) }, end: { notes.end() }))
        narrator.begin()
    }

    /// What the voice is to say now; `nil` for nothing.
    private func next() -> String? {
        for _ in 0..<3 {
            if case .speak(let utterance) = desk.next() { return utterance.text }
        }
        return nil
    }

    @Test func aPageIsSaidPieceByPieceAndThenThereIsSilence() throws {
        #expect(next() == nil)
        try narrator.turn(.next)
        #expect(next() == "one")
        _ = desk.finish(isComplete: true)
        #expect(next() == "two")
        _ = desk.finish(isComplete: true)
        #expect(notes.endings == 0)
        #expect(next() == nil)
        #expect(notes.endings == 1)
        #expect(notes.actions.last == .finished(page: 1))
    }

    @Test func anAnnouncementGoesBeforeThePageWhichGoesOnWithThePieceThatWasInterrupted() throws {
        try narrator.turn(.next)
        #expect(next() == "one")
        _ = desk.change { $0.add(.make("now turn left"), at: .noon) }
        #expect(desk.demand == .endNow)
        _ = desk.finish(isComplete: false)
        #expect(next() == "now turn left")
        _ = desk.finish(isComplete: true)
        #expect(next() == "one")
        _ = desk.finish(isComplete: true)
        #expect(next() == "two")
    }

    @Test func aPageThatIsTurnedEndsThePieceThatIsBeingSaid() throws {
        try narrator.turn(.next)
        #expect(next() == "one")
        try narrator.turn(.next)
        #expect(desk.demand == .endAtWord)
        _ = desk.finish(isComplete: false)
        #expect(next() == "three")
        #expect(throws: BookError.self) { try narrator.turn(.next) }
        #expect(desk.demand == .goOn)
    }

    @Test func aPlaceIsReadWhenItIsReachedAndOnce() throws {
        narrator.moved(to: .make())
        #expect(next() == "one")
        _ = desk.finish(isComplete: true)
        #expect(next() == "two")
        _ = desk.finish(isComplete: true)
        narrator.moved(to: .make(at: .noon.later(seconds: 5)))
        #expect(next() == nil)
    }
}
