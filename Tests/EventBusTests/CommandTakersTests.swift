import NavigationEvents
import Testing

@testable import EventBus

@Suite struct CommandTakersTests {
    private static let speech = Hello(control: "speech", topics: [.onCommand], processID: 7, takesCommands: true)
    private static let second: UInt64 = 1_000_000_000

    private func joined(_ hello: Hello = speech, isReached: Bool = true) -> CommandTakers {
        var takers = CommandTakers()
        takers.join(hello, isReached: isReached, now: 0)
        takers.hear(hello.control, processID: hello.processID, session: hello.session, now: 0)
        return takers
    }

    @Test func `a control that handles commands counts in its session`() throws {
        let takers = joined()
        #expect(takers.isTaken(in: .main, now: Self.second))
        #expect(!takers.isTaken(in: try #require(Session("other")), now: Self.second))
        #expect(!CommandTakers().isTaken(in: .main, now: 0))
    }

    @Test func `an observer does not count`() {
        #expect(!joined(Hello(control: "tap", topics: Topic.allCases, processID: 7)).isTaken(in: .main, now: 0))
    }

    @Test func `a control that does not receive commands does not count`() {
        #expect(!joined(isReached: false).isTaken(in: .main, now: 0))
        var takers = joined()
        takers.join(Self.speech, isReached: false, now: 0)
        #expect(!takers.isTaken(in: .main, now: 0), "its rights have changed")
    }

    @Test func `a control counts only after its heartbeat, and a second hello changes nothing`() {
        var takers = CommandTakers()
        takers.join(Self.speech, isReached: true, now: 0)
        #expect(!takers.isTaken(in: .main, now: 0))
        takers.hear("speech", processID: 7, session: .main, now: 0)
        takers.join(Self.speech, isReached: true, now: Self.second)
        #expect(takers.isTaken(in: .main, now: Self.second))
    }

    @Test func `two processes of one control count separately`() {
        var takers = joined()
        var other = Self.speech
        other.processID = 8
        takers.join(other, isReached: true, now: 0)
        takers.hear("speech", processID: 8, session: .main, now: 0)
        takers.leave("speech", processID: 7, session: .main)
        #expect(takers.isTaken(in: .main, now: 0))
        takers.leave("speech", processID: 8, session: .main)
        #expect(!takers.isTaken(in: .main, now: 0))
        takers.hear("speech", processID: 7, session: .main, now: Self.second)
        #expect(takers.isTaken(in: .main, now: Self.second), "it reported a failure, and continues")
    }

    @Test func `ever new processes do not fill the memory`() {
        var takers = joined()
        for process in 100..<Int32(10_000) {
            var hello = Self.speech
            hello.processID = process
            takers.join(hello, isReached: true, now: Self.second)
        }
        #expect(takers.count <= 64)
        #expect(takers.isTaken(in: .main, now: Self.second))
    }

    @Test func `a silent control does not count until its next heartbeat`() {
        var takers = joined()
        #expect(!takers.isTaken(in: .main, now: 5 * Self.second))
        takers.hear("speech", processID: 8, session: .main, now: 5 * Self.second)
        #expect(!takers.isTaken(in: .main, now: 5 * Self.second), "another process of that name")
        takers.hear("speech", processID: 7, session: .main, now: 5 * Self.second)
        #expect(takers.isTaken(in: .main, now: 9 * Self.second))
    }

    @Test func `a control does not count after its leave, its end or the end of its session`() {
        var takers = joined()
        takers.leave("speech", processID: 7, session: .main)
        #expect(!takers.isTaken(in: .main, now: 0))
        takers = joined()
        takers.end("lanes")
        #expect(takers.isTaken(in: .main, now: 0))
        takers.end("speech")
        #expect(!takers.isTaken(in: .main, now: 0))
        takers = joined()
        takers.close(.main)
        #expect(!takers.isTaken(in: .main, now: 0))
    }
}
