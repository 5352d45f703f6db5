import Testing

@testable import Speech

@Suite struct UtteranceQueueTests {
    @Test func anEmptyQueueHasNothingToSay() {
        var queue = UtteranceQueue(isPaced: true)
        #expect(queue.next() == nil)
    }
}
