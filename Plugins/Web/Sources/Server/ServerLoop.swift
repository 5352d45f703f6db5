import CMicroHTTPD
import Dashboard
import Glibc
import NavigationEvents

/// The loop of the server thread, which waits for browsers and for changes of the dashboard in one `poll`.
///
/// `@unchecked Sendable`: created on one thread, then used only by the thread that runs it.
final class ServerLoop: @unchecked Sendable {
    /// The maximum number of connections in total and per address.
    static let maxConnections: (all: UInt32, perAddress: UInt32) = (
        UInt32(Visits.manyOfMost.most), UInt32(Visits.maxPerAddress)
    )
    /// The maximum number of event streams in total and per address.
    static let mostStreams = (all: 24, perAddress: 8)
    /// The memory of a connection for request headers and for the response, bytes.
    private static let connectionBytes = 32_768
    /// The seconds after which an idle connection is closed.
    private static let timeoutSeconds: UInt32 = 10
    private static let beatSeconds = 2.0
    private static let sweepSeconds = 1.0
    /// The seconds for the last events at the end.
    private static let farewellSeconds = 0.3
    /// The maximum age of a state for a new browser, since states contain ages.
    private static let freshSeconds = 1.0

    private let showcase: Showcase
    private let socket: ListenSocket
    private let daemon: OpaquePointer
    private var office: WebOffice
    private var content: Showcase.Content
    private var pace = Pace()
    private var streams: [ObjectIdentifier: EventStream] = [:]
    /// Streams whose browsers have left, until their connections have ended.
    private var gone: [ObjectIdentifier: EventStream] = [:]
    private var visits = Visits()
    private var nextSweep = 0.0
    private var stateNumber: UInt64 = 0
    /// The newest state as an event, built on demand.
    private var state: (version: UInt64, at: Double, event: [UInt8])?
    private let box: ServerLoopBox
    private var isOver = false

    init(_ socket: ListenSocket, office: WebOffice, showcase: Showcase) throws(WebError) {
        (self.socket, self.office, self.showcase) = (socket, office, showcase)
        content = showcase.take(isWatched: false)
        let closure = ServerLoopBox()
        var setup = navbus_mhd_setup()
        setup.listen_socket = socket.descriptor
        (setup.most_connections, setup.most_connections_per_address) = Self.maxConnections
        setup.timeout_seconds = Self.timeoutSeconds
        setup.connection_memory_bytes = Self.connectionBytes
        setup.closure = Unmanaged.passUnretained(closure).toOpaque()
        setup.answer = { closure, connection, path, method, _, body, _, state in
            guard let connection, let path, let method, let state, body == nil, let loop = ServerLoopBox.loop(closure)
            else { return .NO }
            return loop.answer(connection, String(cString: method), String(cString: path), state)
        }
        setup.completed = { closure, connection, state, _ in
            guard let connection else { return }
            ServerLoopBox.loop(closure)?.completed(connection, state)
        }
        setup.connected = { closure, connection, context, what in
            guard let connection, let context else { return }
            ServerLoopBox.loop(closure)?.connected(connection, context, what)
        }
        guard let daemon = navbus_mhd_start(&setup) else { throw .server }
        self.daemon = daemon
        box = closure
        closure.loop = self
    }

    /// Serves until ``Showcase/close()`` is called.
    func run() {
        var waits = [
            pollfd(fd: navbus_mhd_epoll(daemon), events: Int16(POLLIN), revents: 0),
            pollfd(fd: showcase.wakeUp, events: Int16(POLLIN), revents: 0),
        ]
        while !content.isClosed {
            poll(&waits, nfds_t(waits.count), timeoutMilliseconds(at: Moment.now.seconds))
            let now = Moment.now.seconds
            takeNews(at: now, isWatched: !streams.isEmpty)
            feedStreams(at: now)
            sweep(at: now)
            visits.hasRoomAgain = false
            MHD_run(daemon)
        }
        end()
    }

    deinit { end() }

    /// Closes all connections and the port.
    private func end() {
        guard !isOver else { return }
        isOver = true
        content.isClosed = true
        sayFarewell()
        MHD_stop_daemon(daemon)
        (streams, gone, visits) = ([:], [:], Visits())
    }

    // MARK: - Timing

    private func timeoutMilliseconds(at now: Double) -> Int32 {
        // At its limit, libmicrohttpd does not accept connections; it continues when it is run again.
        if visits.hasRoomAgain { return 0 }
        var milliseconds: UInt64 = 0
        var soonest = MHD_get_timeout(daemon, &milliseconds) == .YES ? Double(milliseconds) / 1000 : .infinity
        if !streams.isEmpty {
            if let next = pace.next { soonest = min(soonest, next - now) }
            let fed = streams.values.lazy.filter(\.isWaiting).map(\.fedAt).min()
            if let fed { soonest = min(soonest, fed + Self.beatSeconds - now) }
        }
        if !visits.isEmpty { soonest = min(soonest, nextSweep - now) }
        guard soonest.isFinite else { return -1 }
        return Int32(clamping: (max(soonest, 0) * 1000).rounded(.up))
    }

    private func takeNews(at now: Double, isWatched: Bool) {
        content = showcase.take(isWatched: isWatched)
        if let seenAt = content.seenAt { pace.changed(at: now, seenWithin: max(seenAt - now, 0)) }
    }

    private func feedStreams(at now: Double) {
        guard !streams.isEmpty else { return }
        if pace.take(at: now) {
            _ = makeState(at: now)
            for stream in streams.values { stream.goOn() }
        }
        for stream in streams.values where stream.isWaiting && now - stream.fedAt >= Self.beatSeconds {
            stream.wantsBeat = true
            stream.goOn()
        }
    }

    /// Closes the connections that have exceeded their time limit.
    private func sweep(at now: Double) {
        guard now >= nextSweep else { return }
        nextSweep = now + Self.sweepSeconds
        for visit in visits.overdue(at: now) { shutdown(visit.descriptor, Int32(SHUT_RDWR)) }
    }

    /// Sends the latest state, such as the arrival, to all event streams and ends them. Suspended connections would
    /// also keep the server from stopping.
    private func sayFarewell() {
        if !streams.isEmpty { _ = makeState(at: Moment.now.seconds) }
        for stream in Array(streams.values) + gone.values { stream.goOn() }
        let end = Moment.now.seconds + Self.farewellSeconds
        var wait = [pollfd(fd: navbus_mhd_epoll(daemon), events: Int16(POLLIN), revents: 0)]
        repeat {
            MHD_run(daemon)
            guard !streams.isEmpty || !gone.isEmpty else { return }
            poll(&wait, 1, 5)
        } while Moment.now.seconds < end
    }

    // MARK: - Callbacks of libmicrohttpd

    private static var isAnnounced: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

    fileprivate func connected(
        _ connection: OpaquePointer, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>,
        _ what: MHD_ConnectionNotificationCode
    ) {
        if navbus_mhd_is_begun(what) {
            let now = Moment.now.seconds
            let address = navbus_mhd_client(connection).flatMap { IPAddress($0)?.guest }
            let visit = Visit(navbus_mhd_socket(connection), from: address, at: now)
            context.pointee = Unmanaged.passUnretained(visit).toOpaque()
            if let other = visits.add(visit, at: now) { shutdown(other.descriptor, Int32(SHUT_RDWR)) }
        } else if let known = context.pointee {
            visits.remove(Unmanaged<Visit>.fromOpaque(known).takeUnretainedValue())
            context.pointee = nil
        }
    }

    fileprivate func completed(
        _ connection: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    ) {
        if let stream = state?.pointee, stream != Self.isAnnounced {
            let key = ObjectIdentifier(Unmanaged<EventStream>.fromOpaque(stream).takeUnretainedValue())
            (streams[key], gone[key]) = (nil, nil)
            state?.pointee = nil
        }
        visit(of: connection)?.turns(to: .asking, at: Moment.now.seconds)
    }

    fileprivate func answer(
        _ connection: OpaquePointer, _ method: String, _ path: String,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        // The first call only has the headers. A response to it would close the connection, which is right only for
        // requests with a body, which is not read.
        if state.pointee == nil, method == "GET" || method == "HEAD" {
            state.pointee = Self.isAnnounced
            return .YES
        }
        let now = Moment.now.seconds
        let request = WebRequest(connection, method: method, path: path, port: socket.port)
        let answer = office.gate.answer(to: request)
        visit(of: connection)?.turns(to: .listening, at: now)
        guard answer == .events, method == "GET" else {
            return office.reply(to: request, with: answer, content.dashboard, viewers: streams.count)
                .send(on: connection)
        }
        let address = navbus_mhd_client(connection).flatMap { IPAddress($0)?.guest }
        guard hasPlace(for: address) else {
            return WebReply(
                refusing: 503, "Too many pages are connected; close one."
            )
            .send(on: connection)
        }
        // Without a stream, changes did not wake this thread.
        takeNews(at: now, isWatched: true)
        let stream = EventStream(connection, from: address, at: now) { [weak self] stream in
            self?.supply(stream) ?? .end
        }
        streams[ObjectIdentifier(stream)] = stream
        state.pointee = Unmanaged.passUnretained(stream).toOpaque()
        visit(of: connection)?.turns(to: .watching, at: now)
        return WebReply.send(stream, on: connection)
    }

    /// Whether an address may have another event stream. Closed streams do not count.
    private func hasPlace(for address: IPAddress?) -> Bool {
        func isFull() -> Bool {
            streams.count >= Self.mostStreams.all
                || streams.values.lazy.filter { $0.address == address }.count >= Self.mostStreams.perAddress
        }
        guard isFull() else { return true }
        // This includes a stream that was just resumed and not served since.
        for (key, stream) in streams where stream.isGone {
            // The next write fails and ends the connection.
            shutdown(navbus_mhd_socket(stream.connection), Int32(SHUT_RDWR))
            stream.wantsBeat = true
            stream.goOn()
            gone[key] = stream
            streams[key] = nil
        }
        return !isFull()
    }

    private func visit(of connection: OpaquePointer) -> Visit? {
        navbus_mhd_socket_context(connection).map { Unmanaged<Visit>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: - Events

    private func supply(_ stream: EventStream) -> EventStream.Supply {
        let now = Moment.now.seconds
        // At the end, a stream that is still sending gets the latest state too.
        if content.isClosed, state?.version != content.version { _ = makeState(at: now) }
        if stream.stateNumber == 0 || stream.stateNumber < stateNumber {
            let event = stream.stateNumber == 0 ? makeState(at: now) : state?.event ?? makeState(at: now)
            stream.stateNumber = stateNumber
            stream.fedAt = now
            stream.wantsBeat = false
            return .bytes(event)
        }
        guard !content.isClosed else { return .end }
        guard stream.wantsBeat else { return .nothing }
        stream.wantsBeat = false
        stream.fedAt = now
        return .bytes(Self.beat)
    }

    private static let beat = Array("event: beat\ndata: {}\n\n".utf8)

    /// The newest state as an event.
    private func makeState(at now: Double) -> [UInt8] {
        if let state, state.version == content.version, now - state.at < Self.freshSeconds { return state.event }
        content.dashboard.tick(at: .now)
        stateNumber += 1
        let event =
            Array("id: \(stateNumber)\nevent: state\ndata: ".utf8) + office.stateBytes(content.dashboard)
            + Array("\n\n".utf8)
        state = (content.version, now, event)
        return event
    }
}

/// The context of the callbacks, with a weak reference to the loop, which is created later.
private final class ServerLoopBox {
    weak var loop: ServerLoop?

    static func loop(_ closure: UnsafeMutableRawPointer?) -> ServerLoop? {
        closure.flatMap { Unmanaged<ServerLoopBox>.fromOpaque($0).takeUnretainedValue().loop }
    }
}
