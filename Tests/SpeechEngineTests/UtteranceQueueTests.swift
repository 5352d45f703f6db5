import TestSupport
import NavigationEvents
import SpeechTestSupport
import Testing

@testable import SpeechEngine

@Suite struct UtteranceQueueTests {
    /// Returns a dropped utterance with its number.
    private func dropped(_ utterance: Utterance, _ number: UInt64, _ why: CancellationReason) -> UtteranceQueue.Dropped
    {
        var counted = utterance
        counted.number = number
        return UtteranceQueue.Dropped(utterance: counted, reason: why)
    }

    @Test func `sentences of equal urgency keep their order`() {
        var queue = UtteranceQueue(isPaced: true)
        #expect(queue.add(.make("a", identity: 1, stage: .prepare), at: .noon).isEmpty)
        #expect(queue.add(.make("b", identity: 2, stage: .prepare), at: .noon).isEmpty)
        #expect(queue.next()?.text == "a")
        #expect(queue.next() == nil)
        #expect(queue.finish(isComplete: true) == .said)
        #expect(queue.next()?.text == "b")
    }

    @Test func `more urgent sentences come first`() {
        var queue = UtteranceQueue(isPaced: true)
        _ = queue.add(.make("follow", identity: 1, stage: .follow, priority: .follow), at: .noon)
        _ = queue.add(.make("prepare", identity: 2, stage: .prepare), at: .noon)
        _ = queue.add(.make("now", identity: 3), at: .noon)
        #expect(queue.waiting.map(\.text) == ["now", "prepare", "follow"])
    }

    @Test func `a now interrupts only less urgent utterances`() {
        var queue = UtteranceQueue(isPaced: true)
        _ = queue.add(.make("prepare", identity: 1, stage: .prepare), at: .noon)
        _ = queue.next()
        _ = queue.add(.make("another", identity: 2, stage: .far, priority: .arrival), at: .noon)
        #expect(queue.cut == nil)
        _ = queue.add(.make("now", identity: 3), at: .noon)
        #expect(queue.finish(isComplete: false) == .cut(.interrupted))
        #expect(queue.next()?.text == "now")
        _ = queue.add(.make("now too", identity: 4), at: .noon)
        #expect(queue.cut == nil)
    }

    @Test func `a late utterance is dropped with its reason`() {
        var queue = UtteranceQueue(isPaced: true)
        let late = Utterance.make("late", validForSeconds: 5)
        _ = queue.add(late, at: .noon)
        #expect(queue.advance(to: .noon.later(seconds: 4)).isEmpty)
        #expect(
            queue.advance(to: .noon.later(seconds: 5)) == [dropped(late, 1, .outdated)])
        #expect(queue.next() == nil)
        let stale = Utterance.make(validForSeconds: 0)
        #expect(queue.add(stale, at: .noon) == [dropped(stale, 2, .outdated)])
    }

    @Test func `leaving the route drops its waiting announcements`() {
        var queue = UtteranceQueue(isPaced: true)
        _ = queue.add(.make("turn right", identity: 1, stage: .prepare), at: .noon)
        #expect(queue.next()?.text == "turn right")
        let stale = Utterance.make("then left", identity: 2, stage: .prepare)
        _ = queue.add(stale, at: .noon)
        var turnAround = Utterance.make("turn around", identity: 3)
        turnAround.kind = .announcement(.offRoute)
        _ = queue.add(turnAround, at: .noon)
        #expect(queue.goOffRoute() == [dropped(stale, 2, .offRoute)])
        #expect(queue.finish(isComplete: false) == .cut(.interrupted))
        #expect(queue.next()?.text == "turn around")
    }

    @Test func `a later stage replaces an earlier one`() {
        var queue = UtteranceQueue(isPaced: true)
        let early = Utterance.make("in 300 meters", stage: .prepare)
        _ = queue.add(early, at: .noon)
        #expect(
            queue.add(.make("now"), at: .noon) == [dropped(early, 1, .superseded)])
        #expect(queue.waiting.map(\.text) == ["now"])
    }

    @Test func `the end of navigation drops all announcements except the arrival`() {
        var queue = UtteranceQueue(isPaced: true)
        let turn = Utterance.make("turn", identity: 1)
        _ = queue.add(turn, at: .noon)
        _ = queue.next()
        let other = Utterance.make("other", identity: 2)
        _ = queue.add(other, at: .noon)
        _ = queue.add(.make("arrived", identity: 3, subject: .destination, priority: .arrival), at: .noon)
        #expect(queue.stopNavigation() == [dropped(other, 2, .stopped)])
        #expect(queue.finish(isComplete: false) == .cut(.stopped))
        #expect(queue.next()?.text == "arrived")
        #expect(queue.stopNavigation().isEmpty)
        #expect(queue.finish(isComplete: true) == .said)
    }

    @Test func `a file receives every sentence in order`() {
        var queue = UtteranceQueue(isPaced: false)
        _ = queue.add(.make("prepare", identity: 1, stage: .prepare, validForSeconds: 1), at: .noon)
        _ = queue.next()
        _ = queue.add(.make("follow", identity: 2, stage: .follow), at: .noon)
        _ = queue.add(.make("now", identity: 3), at: .noon)
        #expect(queue.advance(to: .noon.later(seconds: 100)).isEmpty)
        #expect(queue.stopNavigation().isEmpty)
        #expect(queue.finish(isComplete: true) == .said)
        #expect(queue.waiting.map(\.text) == ["follow", "now"])
    }

    @Test func `empty text is dropped`() {
        var queue = UtteranceQueue(isPaced: true)
        for text in ["", " ", "\n\t "] {
            #expect(queue.add(.make(text), at: .noon).map(\.reason) == [.blank])
            #expect(queue.add(.spoken(text), at: .noon).map(\.reason) == [.blank])
        }
        #expect(queue.next() == nil)
    }

    @Test func `an extreme validity causes no crash`() {
        for seconds in [Double.nan, .infinity, -.infinity, -1e300] {
            var queue = UtteranceQueue(isPaced: true)
            #expect(queue.add(.make(validForSeconds: seconds), at: .noon).map(\.reason) == [.outdated], "\(seconds)")
        }
        var queue = UtteranceQueue(isPaced: true)
        #expect(queue.add(.make(validForSeconds: 1e300), at: .noon).isEmpty, "valid until the last moment there is")
    }
}
