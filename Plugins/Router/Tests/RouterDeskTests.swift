import NavigationEvents
import Testing

@testable import Router

@Suite("The queue of route requests")
struct RouterDeskTests {
    private let one = Session("one") ?? .main
    private let two = Session("two") ?? .main
    private let three = Session("three") ?? .main

    @Test func `searches beyond the limit wait in order`() {
        var desk = RouterDesk(mostRunning: 1, mostWaiting: 2)
        let first = desk.ask(one, .make()).begun
        #expect(first.map(\.session) == [one])
        #expect(desk.ask(two, .make()).isEmpty)
        #expect(desk.ask(three, .make()).isEmpty)
        #expect(desk.ask(.main, .make(number: 7)) == [.refuse(.main, number: 7)])
        #expect(desk.finish(first[0]).begun.map(\.session) == [two])
    }

    @Test func `a new request of a session replaces its previous one`() {
        var desk = RouterDesk(mostRunning: 1, mostWaiting: 2)
        let old = desk.ask(one, .make(number: 1)).begun[0]
        let actions = desk.ask(one, .make(number: 2))
        #expect(actions.first == .cancel(old))
        #expect(actions.begun.map(\.request.number) == [2])
        #expect(desk.finish(old).isEmpty, "the result of a replaced search is ignored")
        #expect(desk.ask(two, .make(number: 3)).isEmpty)
        #expect(desk.ask(two, .make(number: 4)).isEmpty)
        #expect(desk.finish(actions.begun[0]).begun.map(\.request.number) == [4])
    }

    @Test func `a withdrawn request is cancelled, and the next one begins`() {
        var desk = RouterDesk(mostRunning: 1, mostWaiting: 2)
        let job = desk.ask(one, .make()).begun[0]
        _ = desk.ask(two, .make())
        _ = desk.ask(three, .make())
        #expect(desk.withdraw(two).isEmpty)
        let actions = desk.withdraw(one)
        #expect(actions.first == .cancel(job))
        #expect(actions.begun.map(\.session) == [three])
        #expect(desk.withdraw(one).isEmpty)
    }

    @Test func `closing cancels all searches`() {
        var desk = RouterDesk(mostRunning: 2, mostWaiting: 2)
        let jobs = [one, two, three].flatMap { desk.ask($0, .make()).begun }
        #expect(desk.close() == jobs.map(RouterDesk.Action.cancel))
        #expect(desk.finish(jobs[0]).isEmpty)
    }
}

extension [RouterDesk.Action] {
    fileprivate var begun: [RouterDesk.Job] {
        compactMap { action in if case .begin(let job) = action { job } else { nil } }
    }
}
