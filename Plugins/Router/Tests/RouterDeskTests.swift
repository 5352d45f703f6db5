import NavigationEvents
import Testing

@testable import Router

@Suite("The desk of the router")
struct RouterDeskTests {
    private let one = Session("one") ?? .main
    private let two = Session("two") ?? .main
    private let three = Session("three") ?? .main

    @Test func `so many are searched for at a time, the others wait in their order`() {
        var desk = RouterDesk(mostRunning: 1, mostWaiting: 2)
        let first = desk.ask(one, .make()).begun
        #expect(first.map(\.session) == [one])
        #expect(desk.ask(two, .make()).isEmpty)
        #expect(desk.ask(three, .make()).isEmpty)
        #expect(desk.ask(.main, .make(number: 7)) == [.refuse(.main, number: 7)])
        #expect(desk.finish(first[0]).begun.map(\.session) == [two])
    }

    @Test func `the newest request of a session takes the place of the one before`() {
        var desk = RouterDesk(mostRunning: 1, mostWaiting: 2)
        let old = desk.ask(one, .make(number: 1)).begun[0]
        let actions = desk.ask(one, .make(number: 2))
        #expect(actions.first == .cancel(old))
        #expect(actions.begun.map(\.request.number) == [2])
        #expect(desk.finish(old).isEmpty, "what it came to is of no interest")
        #expect(desk.ask(two, .make(number: 3)).isEmpty)
        #expect(desk.ask(two, .make(number: 4)).isEmpty)
        #expect(desk.finish(actions.begun[0]).begun.map(\.request.number) == [4])
    }

    @Test func `what is asked no longer is not searched for any more, and makes room`() {
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

    @Test func `at the end everything is cancelled`() {
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
