import EventCodec
import NavigationEvents
import ZeroMQ

/// Sends the answers to requests.
final class ReplySender {
    private let transport: Transport
    private let connections: ConnectionRegistry
    private let counters: BusCounters

    /// Makes a sender for the sockets of a bus.
    init(_ transport: Transport, _ connections: ConnectionRegistry, _ counters: BusCounters) {
        self.transport = transport
        self.connections = connections
        self.counters = counters
    }

    /// Counts the large messages that their peers have not received yet.
    var queuedBytes: QueuedBytes { connections.queuedBytes }

    /// Sends an answer; no effect if the peer has gone or wants no answer. Returns the number of bytes.
    @discardableResult
    func send(_ reply: Reply, to context: RequestContext) -> Int {
        guard context.isAnswered else { return 0 }
        let bytes = ReplyFrame(id: context.id, reply: reply).wireBytes()
        if !transport.answer(bytes, to: context.peer, context.listener) { counters.failedSends += 1 }
        return bytes.count
    }

    /// Sends an encoded answer if its peer has received most of the earlier ones. Returns the number of bytes sent.
    func send(_ bytes: SharedBytes, to context: RequestContext) -> Int {
        guard let queue = connections.queue(context.connection, for: bytes.count) else {
            return refuse(.throttled, "\(context.sender) has unread answers; read them first", to: context)
        }
        if !transport.answer(bytes, countedIn: queue, to: context.peer, context.listener) { counters.failedSends += 1 }
        return bytes.count
    }

    /// Refuses a request. Returns the number of bytes of the answer.
    @discardableResult
    func refuse(_ code: RequestError.Code, _ text: String, to context: RequestContext) -> Int {
        send(.refused(RequestError(code: code, text: text)), to: context)
    }
}
