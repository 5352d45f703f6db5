import EventCodec
import Glibc
import NATS
import NATSTestSupport
import NavigationEvents
import Synchronization
import TestSupport
import Testing

@testable import Link

@Suite("The requests to a fleet", .serialized)
struct FleetRequestsTests {
    private let session: Session
    private let cluster: NATSCluster
    private let gateway: Gateway

    /// A gateway that keeps what it gets, and answers when the test says so.
    private final class Gateway: Sendable {
        private let frames = Mutex<[(frame: RequestFrame, replyTo: String)]>([])
        private let subscription = Mutex<NATSSubscription?>(nil)
        private let connection: NATSConnection

        init(_ connection: NATSConnection) throws {
            self.connection = connection
            let subscription = try connection.subscribe(FleetNames.requests) { [weak self] message in
                guard let frame = try? RequestFrame(wireBytes: message.payload), let replyTo = message.replyTo else {
                    return
                }
                self?.frames.withLock { $0.append((frame, replyTo)) }
            }
            self.subscription.withLock { $0 = subscription }
            try connection.flush(timeout: .seconds(2))
        }

        var ids: [UInt64] { frames.withLock { $0.map(\.frame.id) } }

        /// Answers a frame that has arrived.
        func answer(_ index: Int, _ reply: Reply = .done) throws {
            let (frame, replyTo) = frames.withLock { $0[index] }
            try connection.publish(replyTo, ReplyFrame(id: frame.id, reply: reply).wireBytes())
        }

        func request(_ index: Int) -> Request { frames.withLock { $0[index].frame.request } }
    }

    init() throws {
        session = try #require(Session("van-1"))
        cluster = try NATSCluster()
        gateway = try Gateway(cluster.connect())
    }

    private struct TooLate: Error { let what: String }

    private func wait(for what: String, _ condition: () -> Bool) throws {
        for _ in 0..<1000 {
            if condition() { return }
            usleep(10_000)
        }
        throw TooLate(what: what)
    }

    private func position(_ second: Int64) -> Request {
        .position(
            session,
            Fix(
                time: Timestamp(nanosecondsSinceEpoch: second * 1_000_000_000),
                position: Coordinate(latitudeDegrees: 49, longitudeDegrees: 8), quality: .gps))
    }

    private func second(_ request: Request) -> Int64? {
        guard case .position(_, let fix) = request else { return nil }
        return fix.time.nanosecondsSinceEpoch / 1_000_000_000
    }

    @Test func `the requests of a session are sent one after another, and those of others meanwhile`() throws {
        let other = try #require(Session("van-2"))
        let requests = FleetRequests()
        try requests.attach(cluster.connect())
        let replies = Mutex<[Reply]>([])
        requests.send(.stop(session), of: session) { reply in replies.withLock { $0.append(reply) } }
        requests.send(.skipStopover(session), of: session) { reply in replies.withLock { $0.append(reply) } }
        requests.send(.stop(other), of: other)
        try wait(for: "both sessions") { gateway.ids.count == 2 }
        #expect(gateway.request(0) == .stop(session) && gateway.request(1) == .stop(other))
        try gateway.answer(0)
        try wait(for: "the second request") { gateway.ids.count == 3 }
        #expect(gateway.request(2) == .skipStopover(session))
        let refusal = RequestError(code: .noSuchSession, text: "there is none")
        try gateway.answer(2, .refused(refusal))
        try wait(for: "the replies") { replies.withLock { $0 == [.done, .refused(refusal)] } }
    }

    @Test func `a request without an answer is sent again under its id`() throws {
        let requests = FleetRequests()
        try requests.attach(cluster.connect())
        requests.send(.stop(session), of: session)
        try wait(for: "it is sent again") {
            requests.sendDue()
            return gateway.ids.count == 2
        }
        #expect(Set(gateway.ids).count == 1 && gateway.ids[0] >> 32 > 0)
    }

    @Test func `without a network the newest readings wait, and all requests`() throws {
        let requests = FleetRequests()
        let replies = Mutex(0)
        requests.send(.stop(session), of: session) { _ in replies.withLock { $0 += 1 } }
        for second in 1...40 as ClosedRange<Int64> { requests.send(position(second), of: session) }
        #expect(requests.droppedReadings == 8)
        try requests.attach(cluster.connect())
        for index in 0..<33 {
            try wait(for: "request \(index)") { gateway.ids.count > index }
            try gateway.answer(index)
        }
        try wait(for: "the reply") { replies.withLock { $0 == 1 } }
        #expect((1..<33).map { second(gateway.request($0)) } == (9...40).map { Int64($0) })
    }
}
