import NavigationEvents
import Testing

@testable import EventBus

@Suite struct CommandHandlersTests {
    private static let speech = Hello(control: "speech", topics: [.onCommand], processID: 7, acceptsCommands: true)
    private static let second: UInt64 = 1_000_000_000

    private func joined(_ hello: Hello = speech, isReached: Bool = true) -> CommandHandlers {
        var handlers = CommandHandlers()
        handlers.join(hello, isReached: isReached, now: 0)
        handlers.recordHeartbeat(hello.control, processID: hello.processID, session: hello.session, now: 0)
        return handlers
    }

    @Test func `a control that handles commands counts in its session`() throws {
        let handlers = joined()
        #expect(handlers.hasHandler(in: .main, now: Self.second))
        #expect(!handlers.hasHandler(in: try #require(Session("other")), now: Self.second))
        #expect(!CommandHandlers().hasHandler(in: .main, now: 0))
    }

    @Test func `an observer does not count`() {
        #expect(!joined(Hello(control: "tap", topics: Topic.allCases, processID: 7)).hasHandler(in: .main, now: 0))
    }

    @Test func `a control that does not receive commands does not count`() {
        #expect(!joined(isReached: false).hasHandler(in: .main, now: 0))
        var handlers = joined()
        handlers.join(Self.speech, isReached: false, now: 0)
        #expect(!handlers.hasHandler(in: .main, now: 0), "its rights have changed")
    }

    @Test func `a control counts only after its heartbeat, and a second hello changes nothing`() {
        var handlers = CommandHandlers()
        handlers.join(Self.speech, isReached: true, now: 0)
        #expect(!handlers.hasHandler(in: .main, now: 0))
        handlers.recordHeartbeat("speech", processID: 7, session: .main, now: 0)
        handlers.join(Self.speech, isReached: true, now: Self.second)
        #expect(handlers.hasHandler(in: .main, now: Self.second))
    }

    @Test func `two processes of one control count separately`() {
        var handlers = joined()
        var other = Self.speech
        other.processID = 8
        handlers.join(other, isReached: true, now: 0)
        handlers.recordHeartbeat("speech", processID: 8, session: .main, now: 0)
        handlers.leave("speech", processID: 7, session: .main)
        #expect(handlers.hasHandler(in: .main, now: 0))
        handlers.leave("speech", processID: 8, session: .main)
        #expect(!handlers.hasHandler(in: .main, now: 0))
        handlers.recordHeartbeat("speech", processID: 7, session: .main, now: Self.second)
        #expect(handlers.hasHandler(in: .main, now: Self.second), "it reported a failure, and continues")
    }

    @Test func `ever new processes do not fill the memory`() {
        var handlers = joined()
        for process in 100..<Int32(10_000) {
            var hello = Self.speech
            hello.processID = process
            handlers.join(hello, isReached: true, now: Self.second)
        }
        #expect(handlers.count <= 64)
        #expect(handlers.hasHandler(in: .main, now: Self.second))
    }

    @Test func `a silent control does not count until its next heartbeat`() {
        var handlers = joined()
        #expect(!handlers.hasHandler(in: .main, now: 5 * Self.second))
        handlers.recordHeartbeat("speech", processID: 8, session: .main, now: 5 * Self.second)
        #expect(!handlers.hasHandler(in: .main, now: 5 * Self.second), "another process of that name")
        handlers.recordHeartbeat("speech", processID: 7, session: .main, now: 5 * Self.second)
        #expect(handlers.hasHandler(in: .main, now: 9 * Self.second))
    }

    @Test func `a control does not count after its leave, its end or the end of its session`() {
        var handlers = joined()
        handlers.leave("speech", processID: 7, session: .main)
        #expect(!handlers.hasHandler(in: .main, now: 0))
        handlers = joined()
        handlers.end("lanes")
        #expect(handlers.hasHandler(in: .main, now: 0))
        handlers.end("speech")
        #expect(!handlers.hasHandler(in: .main, now: 0))
        handlers = joined()
        handlers.close(.main)
        #expect(!handlers.hasHandler(in: .main, now: 0))
    }
}
