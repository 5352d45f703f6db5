import NavigationEvents
import Testing

@testable import Router

@Suite("The queue of route requests")
struct SearchQueueTests {
    private let one = Session("one") ?? .main
    private let two = Session("two") ?? .main
    private let three = Session("three") ?? .main

    @Test func `searches beyond the limit wait in order`() {
        var queue = SearchQueue(maxRunning: 1, maxWaiting: 2)
        let first = queue.ask(one, .make()).begun
        #expect(first.map(\.session) == [one])
        #expect(queue.ask(two, .make()).isEmpty)
        #expect(queue.ask(three, .make()).isEmpty)
        #expect(queue.ask(.main, .make(number: 7)) == [.refuse(.main, number: 7)])
        #expect(queue.finish(first[0]).begun.map(\.session) == [two])
    }

    @Test func `a new request of a session replaces its previous one`() {
        var queue = SearchQueue(maxRunning: 1, maxWaiting: 2)
        let old = queue.ask(one, .make(number: 1)).begun[0]
        let actions = queue.ask(one, .make(number: 2))
        #expect(actions.first == .cancel(old))
        #expect(actions.begun.map(\.request.number) == [2])
        #expect(queue.finish(old).isEmpty, "the result of a replaced search is ignored")
        #expect(queue.ask(two, .make(number: 3)).isEmpty)
        #expect(queue.ask(two, .make(number: 4)).isEmpty)
        #expect(queue.finish(actions.begun[0]).begun.map(\.request.number) == [4])
    }

    @Test func `a withdrawn request is cancelled, and the next one begins`() {
        var queue = SearchQueue(maxRunning: 1, maxWaiting: 2)
        let job = queue.ask(one, .make()).begun[0]
        _ = queue.ask(two, .make())
        _ = queue.ask(three, .make())
        #expect(queue.withdraw(two).isEmpty)
        let actions = queue.withdraw(one)
        #expect(actions.first == .cancel(job))
        #expect(actions.begun.map(\.session) == [three])
        #expect(queue.withdraw(one).isEmpty)
    }

    @Test func `closing cancels all searches`() {
        var queue = SearchQueue(maxRunning: 2, maxWaiting: 2)
        let jobs = [one, two, three].flatMap { queue.ask($0, .make()).begun }
        #expect(queue.close() == jobs.map(SearchQueue.Action.cancel))
        #expect(queue.finish(jobs[0]).isEmpty)
    }
}

extension [SearchQueue.Action] {
    fileprivate var begun: [SearchQueue.Job] {
        compactMap { action in if case .begin(let job) = action { job } else { nil } }
    }
}
