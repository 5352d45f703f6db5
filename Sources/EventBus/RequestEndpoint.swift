import Access
import EventCodec
import NavigationEvents
import Platform
import ZeroMQ

/// Receives requests: decides about each by its size and its rate, then by its sender, and puts together those that
/// arrive in parts. ``RequestProcessor`` answers them.
final class RequestEndpoint {
    /// Maximum number of messages taken from a socket before the other sockets, and publishing, get their turn.
    static let maxMessagesInTurn = 64

    private var assembly = RequestAssembly()
    private let transport: Transport
    private let connections: ConnectionRegistry
    private let admissionControl: AdmissionControl
    private let processor: RequestProcessor
    private let replies: ReplySender
    private let publisher: EventPublisher
    private let counters: BusCounters

    /// Makes the endpoint for the request sockets of a bus.
    init(
        _ transport: Transport, _ connections: ConnectionRegistry, _ admissionControl: AdmissionControl,
        _ processor: RequestProcessor, _ replies: ReplySender, _ publisher: EventPublisher, _ counters: BusCounters
    ) {
        self.transport = transport
        self.connections = connections
        self.admissionControl = admissionControl
        self.processor = processor
        self.replies = replies
        self.publisher = publisher
        self.counters = counters
        connections.onChange = { [weak self] connection in self?.assembly.ended(connection) }
    }

    /// Bytes of the requests that are arriving in parts.
    var byteCount: Int { assembly.byteCount }

    /// Handles the waiting requests.
    func serve() {
        // New connections must be known before their messages.
        connections.serveMonitors()
        for listener in transport.listeners {
            var turns = Self.maxMessagesInTurn
            while turns > 0, let message = transport.receiveRequest(listener) {
                turns -= 1
                handle(message, listener.kind)
            }
        }
    }

    /// Decides by size and rate alone, then by the request and its sender.
    private func handle(_ message: Transport.Message, _ listener: BusListener.Kind) {
        counters.requests += 1
        guard let peer = message.peer else { return }
        let now = MonotonicInstant.now.nanoseconds
        guard connections.identify(message.connection, peer, now: now) else { return }
        let context = RequestContext(
            peer: message.parts, id: 0, listener: listener, connection: message.connection, sender: peer)
        if handleExpectedPart(message, context) { return }
        switch admissionControl.admit(peer, bytes: message.payload.count, now: now) {
        case .accept: handleAdmitted(message, context)
        case .refuse: throttle(message, context)
        case .drop: counters.access.throttledRequests += 1
        case .cut:
            counters.access.throttledRequests += 1
            publisher.warnOnce("flood", "\(peer) continues to send too many requests: it is banned for a while")
            connections.cut(message.connection, peer)
        }
    }

    private func throttle(_ message: Transport.Message, _ context: RequestContext) {
        counters.access.throttledRequests += 1
        publisher.warnOnce("throttled", "\(context.sender) sends too many requests")
        guard message.payload.count <= BusLimits.maxUnsplitRequestBytes else { return }
        var context = context
        // Only the id is needed, so that the answer reaches its request.
        if let frame = try? RequestFrame(wireBytes: message.payload) {
            (context.id, context.isAnswered) = (frame.id, frame.id != 0)
        }
        replies.refuse(.throttled, "too many requests in too short a time; wait a second", to: context)
    }

    private func handleAdmitted(_ message: Transport.Message, _ context: RequestContext) {
        let most = BusLimits.maxUnsplitRequestBytes
        guard message.payload.count <= most else {
            counters.access.oversizedRequests += 1
            publisher.warnOnce(
                "oversized",
                "\(context.sender) sent a request of \(message.payload.count) bytes in one frame; above \(most) bytes "
                    + "it must be sent in parts")
            replies.refuse(.forbidden, "the request has more than \(most) bytes; send it in parts", to: context)
            return connections.cut(message.connection, context.sender)
        }
        var context = context
        do {
            let frame = try RequestFrame(wireBytes: message.payload)
            (context.id, context.isAnswered) = (frame.id, frame.id != 0)
            handle(frame.request, context)
        } catch {
            // The sender waits for an answer with this id.
            context.id = message.payload.withUnsafeBytes { RequestFrame.id(inWireBytes: $0) }
            refuseMalformed(error, context)
        }
    }

    private func handle(_ request: Request, _ context: RequestContext) {
        guard isAllowed(request, context) else { return }
        if case .part(let part) = request { handle(part, context) } else { processor.handle(request, context) }
    }

    private func isAllowed(_ request: Request, _ context: RequestContext) -> Bool {
        guard let denial = admissionControl.policy.denial(of: request, by: context.sender) else { return true }
        publisher.warn(of: denial)
        // A heartbeat has no answer, whatever its id is.
        if case .heartbeat = request { return false }
        replies.refuse(.forbidden, denial.text, to: context)
        return false
    }

    private func refuseMalformed(_ error: WireError, _ context: RequestContext) {
        counters.malformedRequests += 1
        admissionControl.chargeMalformed(context.sender)
        replies.refuse(.malformed, "failed to \(error)", to: context)
    }

    // MARK: - Requests in Parts

    /// Handles the next part of a request that is being received, before the rate limit applies; `false` if the message
    /// is another one.
    private func handleExpectedPart(_ message: Transport.Message, _ context: RequestContext) -> Bool {
        guard assembly.isOpen(message.connection), message.payload.count <= BusLimits.maxUnsplitRequestBytes,
            let frame = try? RequestFrame(wireBytes: message.payload), case .part(let part) = frame.request,
            assembly.expects(part, id: frame.id, over: message.connection)
        else { return false }
        var context = context
        context.id = frame.id
        handle(frame.request, context)
        return true
    }

    /// Handles a part of a request. Its sender may send parts.
    private func handle(_ part: RequestPart, _ context: RequestContext) {
        let isFirst = part.offset == 0
        switch assembly.handle(part, context, over: context.connection, now: MonotonicInstant.now.nanoseconds) {
        case .passedOver: break
        case .pending:
            if isFirst { admissionControl.chargeParts(context.sender, bytes: Int(clamping: part.totalBytes)) }
        case .refused(let error): replies.send(.refused(error), to: context)
        case .whole(let bytes): handle(whole: bytes, context)
        }
    }

    private func handle(whole bytes: [UInt8], _ context: RequestContext) {
        do {
            let request = try Request(wireBytes: bytes)
            if case .part = request {
                replies.refuse(.malformed, "the parts of a request contain another part", to: context)
                return
            }
            handle(request, context)
        } catch {
            refuseMalformed(error, context)
        }
    }

    /// Refuses the requests whose parts take too long.
    func giveUpOverdueParts() {
        for context in assembly.giveUpOverdue(now: MonotonicInstant.now.nanoseconds) {
            replies.send(.refused(RequestAssembly.overdueError), to: context)
        }
    }
}
