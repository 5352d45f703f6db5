import NavigationEvents
import Testing

@testable import EventBus

@Suite struct CommandTakersTests {
    private static let speech = Hello(control: "speech", topics: [.onCommand], processID: 7, takesCommands: true)
    private static let second: UInt64 = 1_000_000_000

    private func joined(_ hello: Hello = speech) -> CommandTakers {
        var takers = CommandTakers()
        takers.join(hello, now: 0)
        return takers
    }

    @Test func whoSaysSoInItsHelloIsCountedOnInItsSession() throws {
        let takers = joined()
        #expect(takers.isTaken(in: .main, now: Self.second))
        #expect(!takers.isTaken(in: try #require(Session("other")), now: Self.second))
        #expect(!CommandTakers().isTaken(in: .main, now: 0))
    }

    @Test func whoOnlyListensIsNot() {
        #expect(!joined(Hello(control: "tap", topics: Topic.allCases, processID: 7)).isTaken(in: .main, now: 0))
    }

    @Test func whoIsSilentIsNotCountedOnUntilItIsHeardAgain() {
        var takers = joined()
        #expect(!takers.isTaken(in: .main, now: 5 * Self.second))
        takers.hear("speech", processID: 8, session: .main, now: 5 * Self.second)
        #expect(!takers.isTaken(in: .main, now: 5 * Self.second), "another process of that name")
        takers.hear("speech", processID: 7, session: .main, now: 5 * Self.second)
        #expect(takers.isTaken(in: .main, now: 9 * Self.second))
    }

    @Test func whoLeavesOrEndsOrWhoseSessionIsClosedIsNot() {
        var takers = joined()
        takers.leave("speech", session: .main)
        #expect(!takers.isTaken(in: .main, now: 0))
        takers.join(Self.speech, now: 0)
        takers.end("lanes")
        #expect(takers.isTaken(in: .main, now: 0))
        takers.end("speech")
        #expect(!takers.isTaken(in: .main, now: 0))
        takers.join(Self.speech, now: 0)
        takers.close(.main)
        #expect(!takers.isTaken(in: .main, now: 0))
    }
}
