import CMicroHTTPD
import Dashboard
import Glibc
import HTTPServer
import NavigationEvents

/// The loop of the server thread, which waits for browsers and for changes of the dashboard in one `poll`.
///
/// `@unchecked Sendable`: created on one thread, then used only by the thread that runs it.
final class ServerLoop: HTTPDaemonHandler, @unchecked Sendable {
    /// The maximum number of event streams in total and per address.
    static let maxStreams = (all: 24, perAddress: 8)
    private static let heartbeatSeconds = 2.0
    /// The seconds for the last events at the end.
    private static let lastEventsSeconds = 0.3
    /// The maximum age of a state for a new browser, since states contain ages.
    private static let freshSeconds = 1.0

    private let mailbox: DashboardMailbox
    private let socket: ListenSocket
    private let daemon: HTTPDaemon
    private var handler: WebRequestHandler
    private var content: DashboardMailbox.Content
    private var rateLimiter = RateLimiter()
    private var streams: [ObjectIdentifier: StateStream] = [:]
    /// Streams whose browsers have left, until their connections have ended.
    private var gone: [ObjectIdentifier: StateStream] = [:]
    private var stateNumber: UInt64 = 0
    /// The newest state as an event, built on demand.
    private var state: (version: UInt64, at: Double, event: [UInt8])?
    /// The requests whose bodies are arriving.
    private var uploads: [OpaquePointer: Upload] = [:]
    private let operations: PendingOperations
    private var isOver = false

    /// A request whose body is arriving.
    private struct Upload {
        var decision: RequestDecision
        var body: [UInt8] = []
    }

    init(
        _ socket: ListenSocket, handler: WebRequestHandler, mailbox: DashboardMailbox, identity: TLSIdentity?
    ) throws(WebError) {
        (self.socket, self.handler, self.mailbox) = (socket, handler, mailbox)
        operations = PendingOperations(handler.drives) { [mailbox] in mailbox.wake() }
        content = mailbox.take(isWatched: false)
        guard let daemon = HTTPDaemon(socket, ConnectionLimits(), identity: identity) else { throw .server }
        self.daemon = daemon
        daemon.handler = self
    }

    /// Serves until ``DashboardMailbox/close()`` is called.
    func run() {
        var waits = [
            pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mailbox.wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        while !content.isClosed {
            poll(&waits, nfds_t(waits.count), timeoutMilliseconds(at: Moment.now.seconds))
            let now = Moment.now.seconds
            takeContent(at: now, isWatched: !streams.isEmpty)
            sendToStreams(at: now)
            operations.takeReplies()
            daemon.run(at: now)
        }
        end()
    }

    deinit { end() }

    /// Closes all connections and the port.
    private func end() {
        guard !isOver else { return }
        isOver = true
        content.isClosed = true
        operations.end()
        sendLastEvents()
        daemon.stop()
        (streams, gone) = ([:], [:])
    }

    // MARK: - Timing

    private func timeoutMilliseconds(at now: Double) -> Int32 {
        var soonest = daemon.timeoutSeconds(at: now)
        if !streams.isEmpty {
            if let next = rateLimiter.next { soonest = min(soonest, next - now) }
            let fed = streams.values.lazy.filter(\.isWaiting).map(\.lastSentAt).min()
            if let fed { soonest = min(soonest, fed + Self.heartbeatSeconds - now) }
        }
        guard soonest.isFinite else { return -1 }
        return Int32(clamping: (max(soonest, 0) * 1000).rounded(.up))
    }

    private func takeContent(at now: Double, isWatched: Bool) {
        content = mailbox.take(isWatched: isWatched)
        if let seenAt = content.seenAt { rateLimiter.changed(at: now, seenWithin: max(seenAt - now, 0)) }
    }

    private func sendToStreams(at now: Double) {
        guard !streams.isEmpty else { return }
        if rateLimiter.take(at: now) {
            _ = makeState(at: now)
            for stream in streams.values { stream.resume() }
        }
        for stream in streams.values where stream.isWaiting && now - stream.lastSentAt >= Self.heartbeatSeconds {
            stream.needsHeartbeat = true
            stream.resume()
        }
    }

    /// Sends the latest state, such as the arrival, to all event streams and ends them. Suspended connections would
    /// also keep the server from stopping.
    private func sendLastEvents() {
        if !streams.isEmpty { _ = makeState(at: Moment.now.seconds) }
        for stream in Array(streams.values) + gone.values { stream.resume() }
        let end = Moment.now.seconds + Self.lastEventsSeconds
        var wait = [pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)]
        repeat {
            daemon.run(at: Moment.now.seconds)
            guard !streams.isEmpty || !gone.isEmpty else { return }
            poll(&wait, 1, 5)
        } while Moment.now.seconds < end
    }

    // MARK: - Callbacks of libmicrohttpd

    private static var isAnnounced: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

    func completed(
        _ connection: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        uploads[connection] = nil
        operations.forget(connection)
        if let stream = state?.pointee, stream != Self.isAnnounced {
            let key = ObjectIdentifier(Unmanaged<StateStream>.fromOpaque(stream).takeUnretainedValue())
            (streams[key], gone[key]) = (nil, nil)
            state?.pointee = nil
        }
    }

    func answer(
        _ connection: OpaquePointer, _ method: String, _ path: String, body: UnsafeRawBufferPointer?,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        if method == "POST" { return receive(connection, path, body: body, state) }
        guard body == nil else { return .NO }
        // The first call only has the headers. A response to it would close the connection, which is right only for
        // requests with a body, which is not read.
        if state.pointee == nil, method == "GET" || method == "HEAD" {
            state.pointee = Self.isAnnounced
            return .YES
        }
        let now = Moment.now.seconds
        let request = BrowserRequest(connection, method: method, path: path, port: socket.port)
        let answer = handler.accessCheck.answer(to: request)
        daemon.change(connection, to: .responding)
        guard answer == .events, method == "GET" else {
            return handler.reply(to: request, with: answer, content.dashboard, viewers: streams.count)
                .send(on: connection)
        }
        let address = HTTPDaemon.limitAddress(of: connection)
        guard hasCapacity(for: address) else {
            return handler.reply(
                to: request, with: .refusal(503, "Too many pages are connected; close one."), content.dashboard,
                viewers: streams.count
            )
            .send(on: connection)
        }
        // Without a stream, changes did not wake this thread.
        takeContent(at: now, isWatched: true)
        let stream = StateStream(connection, from: address, at: now) { [weak self] stream in
            self?.supply(stream) ?? .end
        }
        streams[ObjectIdentifier(stream)] = stream
        state.pointee = Unmanaged.passUnretained(stream).toOpaque()
        daemon.change(connection, to: .streaming)
        return stream.send(handler.accessCheck.origins.headers(for: request))
    }

    /// Handles a request with a body: a position of a phone, or an operation on the drive. A refused body is not read,
    /// which closes the connection.
    private func receive(
        _ connection: OpaquePointer, _ path: String, body: UnsafeRawBufferPointer?,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        if let body {
            guard let upload = uploads[connection], let limit = upload.decision.maxBodyBytes,
                upload.body.count + body.count <= limit
            else { return .NO }
            uploads[connection]?.body += body
            return .YES
        }
        if let upload = uploads.removeValue(forKey: connection) { return answer(upload, on: connection) }
        if let reply = operations.reply(on: connection) { return reply.send(on: connection) }
        let request = BrowserRequest(connection, method: "POST", path: path, port: socket.port)
        let decision = handler.accessCheck.answer(to: request)
        guard decision.maxBodyBytes != nil else {
            daemon.change(connection, to: .responding)
            return handler.reply(to: request, with: decision, content.dashboard, viewers: streams.count)
                .send(on: connection)
        }
        uploads[connection] = Upload(decision: decision)
        state.pointee = Self.isAnnounced
        return .YES
    }

    /// Answers a request whose body has arrived. An operation is answered later.
    private func answer(_ upload: Upload, on connection: OpaquePointer) -> MHD_Result {
        daemon.change(connection, to: .responding)
        let now = Moment.now.seconds
        takeContent(at: now, isWatched: !streams.isEmpty)
        guard case .drive(let name) = upload.decision else {
            return handler.receiver.reply(to: upload.body, content.dashboard, at: now).send(on: connection)
        }
        let operation = DriveOperation(name, upload.body)
        let refusal = operations.begin(operation, content.dashboard, on: connection, at: now)
        return refusal?.send(on: connection) ?? .YES
    }

    /// Whether an address may have another event stream. Closed streams do not count.
    private func hasCapacity(for address: IPAddress?) -> Bool {
        func isFull() -> Bool {
            streams.count >= Self.maxStreams.all
                || streams.values.lazy.filter { $0.address == address }.count >= Self.maxStreams.perAddress
        }
        guard isFull() else { return true }
        // This includes a stream that was just resumed and not served since.
        for (key, stream) in streams where stream.isGone {
            // The next write fails and ends the connection.
            shutdown(navbus_mhd_socket(stream.connection), Int32(SHUT_RDWR))
            stream.needsHeartbeat = true
            stream.resume()
            gone[key] = stream
            streams[key] = nil
        }
        return !isFull()
    }

    // MARK: - Events

    private func supply(_ stream: StateStream) -> StateStream.Supply {
        let now = Moment.now.seconds
        // At the end, a stream that is still sending gets the latest state too.
        if content.isClosed, state?.version != content.version { _ = makeState(at: now) }
        if stream.stateNumber == 0 || stream.stateNumber < stateNumber {
            let event = stream.stateNumber == 0 ? makeState(at: now) : state?.event ?? makeState(at: now)
            stream.stateNumber = stateNumber
            stream.lastSentAt = now
            stream.needsHeartbeat = false
            return .bytes(event)
        }
        guard !content.isClosed else { return .end }
        guard stream.needsHeartbeat else { return .nothing }
        stream.needsHeartbeat = false
        stream.lastSentAt = now
        return .bytes(Self.heartbeat)
    }

    private static let heartbeat = Array("event: heartbeat\ndata: {}\n\n".utf8)

    /// The newest state as an event.
    private func makeState(at now: Double) -> [UInt8] {
        if let state, state.version == content.version, now - state.at < Self.freshSeconds { return state.event }
        content.dashboard.tick(at: .now)
        stateNumber += 1
        let event =
            Array("id: \(stateNumber)\nevent: state\ndata: ".utf8) + handler.stateBytes(content.dashboard)
            + Array("\n\n".utf8)
        state = (content.version, now, event)
        return event
    }
}
