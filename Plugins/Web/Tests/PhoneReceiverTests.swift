import Dashboard
import HTTPServer
import NavigationEvents
import Synchronization
import Testing

@testable import Web

@Suite("The phone as receiver")
struct PhoneReceiverTests {
    private final class Sent: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    private let sent = Sent()

    private func receiver() -> PhoneReceiver { PhoneReceiver { [sent] _ in sent.add() } }

    private func body(_ phone: String) -> [UInt8] {
        Array(#"{"phone":"\#(phone)","timeMilliseconds":1,"latitudeDegrees":1,"longitudeDegrees":1}"#.utf8)
    }

    private func dashboard(_ source: SourceState) -> Dashboard {
        var dashboard = Dashboard(session: .main)
        dashboard.update(
            BusStatus(
                run: 1, processID: 1, uptimeSeconds: 1,
                sessions: [SessionStatus(session: .main, state: .stopped, source: source)]), at: .now)
        return dashboard
    }

    @Test func `another phone becomes the receiver only after a silence`() {
        var receiver = receiver()
        let dashboard = dashboard(.none)
        #expect(receiver.reply(to: body("a"), dashboard, at: 100).status == 204)
        #expect(receiver.reply(to: body("b"), dashboard, at: 101).status == 423)
        #expect(receiver.reply(to: body("a"), dashboard, at: 109).status == 204)
        #expect(receiver.reply(to: body("b"), dashboard, at: 118.9).status == 423)
        #expect(receiver.reply(to: body("b"), dashboard, at: 119).status == 204)
        #expect(receiver.reply(to: body("a"), dashboard, at: 120).status == 423)
        #expect(sent.value == 3)
    }

    @Test func `positions that come too fast are refused`() {
        var receiver = receiver()
        let answers = (0..<100).map { index in
            receiver.reply(to: body("a"), dashboard(.none), at: 100 + Double(index) / 1000).status
        }
        #expect(Set(answers) == [204, 429])
        #expect(sent.value == answers.count { $0 == 204 })
        #expect((4...5).contains(sent.value))
    }

    @Test(arguments: [
        (SourceState.none, 204), (.unknown, 204), (.waiting, 409), (.running, 409), (.stale, 409), (.ended, 409),
    ])
    func `a bus with another source takes no positions`(source: SourceState, status: Int) {
        var receiver = receiver()
        #expect(receiver.reply(to: body("a"), dashboard(source), at: 1).status == status)
        #expect(sent.value == (status == 204 ? 1 : 0))
    }

    @Test func `without a bus there is no receiver`() {
        var receiver = receiver()
        #expect(receiver.reply(to: body("a"), Dashboard(session: .main), at: 1).status == 503)
        #expect(receiver.reply(to: [], dashboard(.none), at: 1).status == 400)
        #expect(sent.value == 0)
    }
}
