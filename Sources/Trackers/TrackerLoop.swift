package import CMicroHTTPD
import Glibc
package import HTTPServer
import Platform

/// The loop of the listener's thread, which waits for trackers and for answers of the handler in one `poll`.
///
/// `@unchecked Sendable`: created on one thread, then used only by the thread that runs it.
package final class TrackerLoop: HTTPDaemonHandler, @unchecked Sendable {
    /// The seconds after which the tracker of a position without an answer gets the status 503.
    static let maxAnswerSeconds = 10.0
    /// The seconds after which a tracker should send a position again that the handler did not answer.
    static let retrySeconds = 10
    /// The seconds for the last replies at the end.
    private static let lastRepliesSeconds = 0.3

    /// The limits of connections: phones keep theirs open between two positions, and many share the address of a proxy
    /// or of a mobile network.
    package static let limits = {
        var limits = ConnectionLimits()
        (limits.maxIdlePerAddress, limits.maxPerAddress) = (128, 192)
        (limits.softTotal, limits.maxTotal) = (224, 256)
        limits.maxFirstRequestSeconds = 15
        limits.maxRequestSeconds = 30
        limits.maxSilenceSeconds = 30
        limits.connectionBytes = 16_384
        return limits
    }()

    private let daemon: HTTPDaemon
    private let access: TrackerAccess
    private let sessions: DeviceSessions
    private let handler: TrackerListener.Handler
    private let mailbox: TrackerMailbox
    private var exchanges: [UInt64: TrackerExchange] = [:]
    private var lastNumber: UInt64 = 0
    private var isClosed = false

    /// Starts the server on a socket, which is closed with it.
    init(
        _ socket: ListenSocket, _ access: TrackerAccess, sessions: DeviceSessions, limits: ConnectionLimits,
        handler: TrackerListener.Handler, mailbox: TrackerMailbox
    ) throws(SystemError) {
        guard let daemon = HTTPDaemon(socket, limits) else {
            throw SystemError(
                operation: "start libmicrohttpd", code: ENOMEM, remedy: "check that it has epoll and enough memory")
        }
        (self.daemon, self.access, self.sessions) = (daemon, access, sessions)
        (self.handler, self.mailbox) = (handler, mailbox)
        daemon.handler = self
    }

    /// Serves until ``TrackerMailbox/close()`` is called.
    func run() {
        var waits = [
            pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while !isClosed {
            poll(&waits, nfds_t(waits.count), timeoutMilliseconds(at: HTTPDaemon.now))
            deliverOutcomes()
            let now = HTTPDaemon.now
            answerOverdue(at: now)
            daemon.run(at: now)
        }
        end()
    }

    private func timeoutMilliseconds(at now: Double) -> Int32 {
        var soonest = daemon.timeoutSeconds(at: now)
        for case .waiting(let since) in exchanges.values.lazy.map(\.stage) {
            soonest = min(soonest, max(since + Self.maxAnswerSeconds - now, 0))
        }
        return soonest.isFinite ? Int32(clamping: Int((soonest * 1000).rounded(.up))) : -1
    }

    private func deliverOutcomes() {
        let content = mailbox.take()
        isClosed = content.isClosed
        for (number, outcome) in content.outcomes { exchanges[number].map { finish($0, outcome) } }
    }

    private func answerOverdue(at now: Double) {
        for exchange in exchanges.values {
            if case .waiting(let since) = exchange.stage, now - since >= Self.maxAnswerSeconds {
                finish(exchange, .busy(retryAfterSeconds: Self.retrySeconds))
            }
        }
    }

    /// Resumes a suspended exchange with its reply. The first outcome counts.
    private func finish(_ exchange: TrackerExchange, _ outcome: TrackerOutcome) {
        guard case .waiting = exchange.stage else { return }
        exchange.stage = .answered(exchange.reply(to: outcome))
        MHD_resume_connection(exchange.connection)
    }

    /// Answers all waiting trackers and closes the port. Suspended connections would keep the server from stopping.
    private func end() {
        for exchange in exchanges.values { finish(exchange, .busy(retryAfterSeconds: Self.retrySeconds)) }
        let end = HTTPDaemon.now + Self.lastRepliesSeconds
        var wait = [pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)]
        repeat {
            daemon.run(at: HTTPDaemon.now)
            guard !exchanges.isEmpty else { break }
            poll(&wait, 1, 5)
        } while HTTPDaemon.now < end
        daemon.stop()
        exchanges = [:]
    }

    // MARK: - Callbacks of libmicrohttpd

    package func answer(
        _ connection: OpaquePointer, _ method: String, _ path: String, body: UnsafeRawBufferPointer?,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        guard let known = state.pointee else { return begin(connection, method, path, state) }
        let exchange = Unmanaged<TrackerExchange>.fromOpaque(known).takeUnretainedValue()
        if let body { return exchange.add(body) ? .YES : .NO }
        if case .receiving = exchange.stage { handle(exchange) }
        switch exchange.stage {
        case .answered(let reply): return reply.send(on: connection)
        case .receiving, .waiting:
            MHD_suspend_connection(connection)
            return .YES
        }
    }

    package func completed(_ connection: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {
        guard let known = state?.pointee else { return }
        exchanges[Unmanaged<TrackerExchange>.fromOpaque(known).takeUnretainedValue().number] = nil
        state?.pointee = nil
    }

    private func begin(
        _ connection: OpaquePointer, _ method: String, _ path: String,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        func header(_ name: String) -> String? { HTTPValues.first(.HEADER_KIND, name, of: connection) }
        let query = HTTPValues.all(.GET_ARGUMENT_KIND, of: connection)
        let headers = TrackerAccess.Headers(
            token: query.first { $0.name == "token" }?.value, authorization: header("Authorization"),
            device: query.first { $0.name == "id" || $0.name == "deviceid" }?.value,
            isOfPage: header("Origin") != nil || header("Sec-Fetch-Site").map { $0 != "none" } ?? false)
        let refusal = access.refusal(method: method, path: path, headers)
        if let refusal { handler.refusal(refusal.sentence) }
        let declaredBytes = header("Content-Length").flatMap { Int($0) } ?? 0
        let oversize =
            declaredBytes > TrackerPosition.maxBytes ? TrackerError.tooLarge(byteCount: declaredBytes) : nil
        if refusal == nil, let oversize { handler.error(oversize) }
        let reply = refusal.map { HTTPReply($0) } ?? oversize.map { TrackerExchange.reply(to: $0) }
        if let reply, declaredBytes > TrackerExchange.maxDiscardedBytes {
            daemon.change(connection, to: .responding)
            return reply.send(on: connection)
        }
        let request = TrackerRequest(
            endpoint: TrackerRequest.Endpoint(path: path) ?? .root,
            query: FormParameters(
                query.filter { $0.name != "token" }.map { .init(name: $0.name, value: $0.value) }),
            user: header("X-Limit-U"), device: header("X-Limit-D"))
        lastNumber += 1
        let exchange = TrackerExchange(
            lastNumber, connection, request, stage: reply.map { .answered($0) } ?? .receiving)
        exchange.needsToken = !access.isAuthorized(headers)
        exchanges[lastNumber] = exchange
        state.pointee = Unmanaged.passUnretained(exchange).toOpaque()
        return .YES
    }

    /// Reads the complete request and passes its position to the handler.
    private func handle(_ exchange: TrackerExchange) {
        daemon.change(exchange.connection, to: .responding)
        let position: TrackerPosition?
        do throws(TrackerError) {
            position = try exchange.request.position(in: sessions)
        } catch {
            // The reason would help to find the token.
            if exchange.needsToken { return refuse(exchange) }
            handler.error(error)
            exchange.stage = .answered(
                error == .noFix ? exchange.reply(to: .accepted) : TrackerExchange.reply(to: error))
            return
        }
        if exchange.needsToken, !(position.map { access.isAllowed(device: $0.device) } ?? false) {
            return refuse(exchange)
        }
        guard let position, !isClosed else {
            exchange.stage = .answered(
                exchange.reply(to: position == nil ? .accepted : .busy(retryAfterSeconds: Self.retrySeconds)))
            return
        }
        exchange.stage = .waiting(since: HTTPDaemon.now)
        let (number, mailbox) = (exchange.number, mailbox)
        handler.position(position) { mailbox.put($0, for: number) }
    }

    private func refuse(_ exchange: TrackerExchange) {
        handler.refusal(access.missingToken.sentence)
        exchange.stage = .answered(HTTPReply(access.missingToken))
    }
}
