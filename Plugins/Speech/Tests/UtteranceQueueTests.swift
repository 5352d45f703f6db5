import NavigationEvents
import Testing

@testable import Speech

@Suite struct UtteranceQueueTests {
    private typealias Dropped = UtteranceQueue.Dropped

    @Test func sentencesOfOneUrgencyAreSaidInTheirOrder() {
        var queue = UtteranceQueue(isPaced: true)
        #expect(queue.add(.make("a", identity: 1, stage: .prepare), at: .noon).isEmpty)
        #expect(queue.add(.make("b", identity: 2, stage: .prepare), at: .noon).isEmpty)
        #expect(queue.next()?.text == "a")
        #expect(queue.next() == nil)
        #expect(queue.finish() == nil)
        #expect(queue.next()?.text == "b")
    }

    @Test func moreUrgentSentencesComeFirst() {
        var queue = UtteranceQueue(isPaced: true)
        _ = queue.add(.make("follow", identity: 1, stage: .follow, priority: .follow), at: .noon)
        _ = queue.add(.make("prepare", identity: 2, stage: .prepare), at: .noon)
        _ = queue.add(.make("now", identity: 3), at: .noon)
        #expect(queue.waiting.map(\.text) == ["now", "prepare", "follow"])
    }

    @Test func nowInterruptsWhatIsLessUrgentAndNothingElse() {
        var queue = UtteranceQueue(isPaced: true)
        _ = queue.add(.make("prepare", identity: 1, stage: .prepare), at: .noon)
        _ = queue.next()
        _ = queue.add(.make("another", identity: 2, stage: .far, priority: .arrival), at: .noon)
        #expect(queue.cut == nil)
        _ = queue.add(.make("now", identity: 3), at: .noon)
        #expect(queue.finish() == .interrupted)
        #expect(queue.next()?.text == "now")
        _ = queue.add(.make("now too", identity: 4), at: .noon)
        #expect(queue.cut == nil)
    }

    @Test func whatIsTooLateIsDroppedAndNamed() {
        var queue = UtteranceQueue(isPaced: true)
        let late = Utterance.make("late", validForSeconds: 5)
        _ = queue.add(late, at: .noon)
        #expect(queue.advance(to: .noon.later(seconds: 4)).isEmpty)
        #expect(
            queue.advance(to: .noon.later(seconds: 5)) == [Dropped(utterance: late, dismissal: .outdated)])
        #expect(queue.next() == nil)
        let stale = Utterance.make(validForSeconds: 0)
        #expect(queue.add(stale, at: .noon) == [Dropped(utterance: stale, dismissal: .outdated)])
    }

    @Test func whatWaitsForARouteThatWasLeftIsNotSaid() {
        var queue = UtteranceQueue(isPaced: true)
        _ = queue.add(.make("turn right", identity: 1, stage: .prepare), at: .noon)
        #expect(queue.next()?.text == "turn right")
        let stale = Utterance.make("then left", identity: 2, stage: .prepare)
        _ = queue.add(stale, at: .noon)
        var turnAround = Utterance.make("turn around", identity: 3)
        turnAround.kind = .announcement(.offRoute)
        _ = queue.add(turnAround, at: .noon)
        #expect(queue.leaveRoute() == [Dropped(utterance: stale, dismissal: .astray)])
        #expect(queue.finish() == .interrupted)
        #expect(queue.next()?.text == "turn around")
    }

    @Test func aLaterStageTakesThePlaceOfAnEarlierOne() {
        var queue = UtteranceQueue(isPaced: true)
        let early = Utterance.make("in 300 meters", stage: .prepare)
        _ = queue.add(early, at: .noon)
        #expect(
            queue.add(.make("now"), at: .noon) == [Dropped(utterance: early, dismissal: .superseded)])
        #expect(queue.waiting.map(\.text) == ["now"])
    }

    @Test func stoppingLetsOnlyTheArrivalBeSaid() {
        var queue = UtteranceQueue(isPaced: true)
        let turn = Utterance.make("turn", identity: 1)
        _ = queue.add(turn, at: .noon)
        _ = queue.next()
        let other = Utterance.make("other", identity: 2)
        _ = queue.add(other, at: .noon)
        _ = queue.add(.make("arrived", identity: 3, subject: .destination, priority: .arrival), at: .noon)
        #expect(queue.stopNavigation() == [Dropped(utterance: other, dismissal: .stopped)])
        #expect(queue.finish() == .stopped)
        #expect(queue.next()?.text == "arrived")
        #expect(queue.stopNavigation().isEmpty)
        #expect(queue.finish() == nil)
    }

    @Test func aFileTakesEverySentenceInOrder() {
        var queue = UtteranceQueue(isPaced: false)
        _ = queue.add(.make("prepare", identity: 1, stage: .prepare, validForSeconds: 1), at: .noon)
        _ = queue.next()
        _ = queue.add(.make("follow", identity: 2, stage: .follow), at: .noon)
        _ = queue.add(.make("now", identity: 3), at: .noon)
        #expect(queue.advance(to: .noon.later(seconds: 100)).isEmpty)
        #expect(queue.stopNavigation().isEmpty)
        #expect(queue.finish() == nil)
        #expect(queue.waiting.map(\.text) == ["follow", "now"])
    }

    @Test func nothingEmptyIsSaid() {
        var queue = UtteranceQueue(isPaced: true)
        #expect(queue.add(.make(""), at: .noon).isEmpty)
        #expect(queue.next() == nil)
    }

    @Test func anAbsurdValidityIsNoTrap() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            var queue = UtteranceQueue(isPaced: true)
            #expect(queue.add(.make(validForSeconds: seconds), at: .noon).map(\.dismissal) == [.outdated])
        }
    }
}
