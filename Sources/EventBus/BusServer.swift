import Access
import EventCodec
import Glibc
import Journal
public import NavigationEvents
import Platform
public import ZeroMQ

/// The bus: publishes the events of its sessions and answers requests.
///
/// It runs on a thread of its own that waits for its sockets. Publishing never waits for a subscriber: a slow one loses
/// events, notices it, and fetches them from the journal. Call ``close()`` at the end; it delivers the last events.
public actor BusServer {
    /// Answers the requests that the bus does not answer itself, such as start, stop and status. It gets one request at
    /// a time.
    public typealias Handler = @Sendable (Request) async -> Reply
    /// Finds the settings of a control that says hello, or throws the reason why it may not join.
    public typealias SettingsProvider = @Sendable (Hello) throws(RequestError) -> [String: SettingValue]
    /// Handles a position from a request, on the thread of the bus: it must be quick.
    public typealias PositionHandler = @Sendable (Session, Fix) -> Reply
    /// Handles a heading from a request, on the thread of the bus: it must be quick.
    public typealias HeadingHandler = @Sendable (Session, HeadingReading) -> Reply
    /// Handles a reading of motion sensors from a request, on the thread of the bus.
    public typealias MotionHandler = @Sendable (Session, MotionReading) -> Reply
    /// Handles time that has passed without a position, on the thread of the bus.
    public typealias ElapsedHandler = @Sendable (Session, Timestamp) -> Reply

    /// The thread and its poll loop. Another actor may share it to publish without changing threads.
    public nonisolated let executor: SocketExecutor
    /// The endpoints on this machine. A port `*` is replaced by the one that the system chose.
    public nonisolated let endpoints: BusEndpoints
    /// The endpoints for other machines at the start; `nil` if there are none. Without an allowed key the ports are
    /// closed until there is one.
    public nonisolated let remoteEndpoints: BusEndpoints?
    /// The run of the bus's own sessions: a new one, or that of the recovered journal. Sessions that are opened later
    /// have runs of their own: ``cursor(of:)``.
    public nonisolated let run: UInt64
    /// Whether the journal of a killed bus was recovered, and its run continues.
    public nonisolated let isContinued: Bool
    /// The problems found when the journal was opened, as text; also published as reports of "navbus".
    public nonisolated let journalWarnings: [String]
    /// The folder in which the journals outlive this process; `nil` if they do not: no folder was given, or it is
    /// unusable or used by another bus.
    public nonisolated let journalFolder: String?

    private let started = MonotonicInstant.now
    private let access: AccessSettings
    private let capacity: FileDescriptors.Capacity
    /// Whether the process belongs to this bus alone.
    private let isProcess: Bool
    private var isServing = false
    /// The work of each second; `nil` before ``begin()``.
    var secondTimer: LoopTimer?
    /// The checks that are due sooner.
    private var checkTimer: LoopTimer?
    private var seconds = 0
    private var onSecond: (@Sendable (isolated BusServer) -> Void)?

    // The parts, each with its own state.
    let transport: Transport
    let sessions: SessionRegistry
    let publisher: EventPublisher
    let connections: ConnectionRegistry
    let controls: ControlRegistry
    private let admissionControl: AdmissionControl
    private let keyReloader: KeyReloader
    private let memory: MemoryControl
    private let dispatcher: RequestDispatcher
    private let processor: RequestProcessor
    private let requestEndpoint: RequestEndpoint
    private let subscriptionEndpoint: SubscriptionEndpoint
    private let counters: BusCounters
    let subscribedTopics: SubscribedTopics
    let ring: RingServer?

    /// Runs the actor on the thread of its executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Takes the lock of the run folder and listens.
    ///
    /// - Parameters:
    ///   - endpoints: `ipc://` endpoints to listen at. TCP is for clients with keys: ``AccessSettings/remote``.
    ///   - run: The run; chosen at random if `nil`.
    ///   - sessions: The bus's own sessions.
    ///   - limits: The limits of sizes and queues.
    ///   - journal: The size and the folder of the journal.
    ///   - access: The access of other machines and users.
    ///   - controlRoles: The roles of the supervised controls, by manifest id; a control that is not named has the role
    ///     `control`.
    ///   - launcher: The process that starts the controls; `nil` if there is none. Its other descendants may only
    ///     observe.
    ///   - isHeldBack: Whether messages wait until ``begin()``, because the handler is not ready yet.
    ///   - settings: Finds the settings of a control that says hello.
    ///   - onReport: Gets each report before it is published, on the thread of the bus: it must be quick.
    ///   - onPosition: Handles a position from a request.
    ///   - onHeading: Handles a heading from a request.
    ///   - onMotion: Handles a reading of motion sensors from a request.
    ///   - onElapsed: Handles time that has passed without a position, from a request.
    ///   - handler: Answers the requests that the bus does not answer itself.
    /// - Throws: ``BusError`` if another bus runs there, a file is in the way, a port is in use, or an address could be
    ///   reached from outside.
    public init(
        endpoints: BusEndpoints = .standard,
        run: UInt64? = nil,
        sessions ownSessions: [Session] = [.main],
        limits: BusLimits = BusLimits(),
        journal: JournalSettings = JournalSettings(),
        access: AccessSettings = AccessSettings(),
        controlRoles: [String: [Role]] = [:],
        launcher: Int32? = nil,
        isHeldBack: Bool = false,
        settings: @escaping SettingsProvider = { _ throws(RequestError) in [:] },
        onReport: @escaping @Sendable (ControlReport) -> Void = { _ in },
        onPosition: @escaping PositionHandler = { _, _ in
            .refused(RequestError(code: .unavailable, text: "this bus accepts no positions"))
        },
        onHeading: @escaping HeadingHandler = { _, _ in
            .refused(RequestError(code: .unavailable, text: "this bus accepts no headings"))
        },
        onMotion: @escaping MotionHandler = { _, _ in
            .refused(RequestError(code: .unavailable, text: "this bus accepts no motion"))
        },
        onElapsed: @escaping ElapsedHandler = { _, _ in
            .refused(RequestError(code: .unavailable, text: "this bus accepts no times"))
        },
        handler: @escaping Handler = { _ in .refused(RequestError(code: .unavailable, text: "the bus has no handler")) }
    ) throws(BusError) {
        let policy = try AccessPolicy(access, controlRoles: controlRoles, launcher: launcher)
        capacity = try FileDescriptors.prepare(
            listeners: access.remote == nil ? 1 : 2, maxPeers: access.maxPeers, maxSessions: limits.maxSessions)
        transport = try Transport(
            endpoints, access: access, limits: limits, opensPorts: !policy.keys.entries.isEmpty)
        do {
            executor = try SocketExecutor(name: "navbus")
        } catch {
            throw .exhausted(error)
        }
        self.access = access
        isProcess = limits.boundsProcess
        self.endpoints = transport.endpoints
        remoteEndpoints = transport.remoteEndpoints
        let opening = JournalOpener(
            settings: journal, sessions: ownSessions, run: run, maxSessions: capacity.sessions
        ).open()
        self.run = opening.run
        isContinued = opening.isContinued
        journalWarnings = opening.problems.map(\.description)
        journalFolder = opening.factory.folderPath

        counters = BusCounters()
        admissionControl = AdmissionControl(policy: policy, requestsPerSecond: access.requestsPerSecond)
        sessions = SessionRegistry(opening, maxSessions: capacity.sessions, counters)
        subscribedTopics = SubscribedTopics()
        publisher = EventPublisher(transport, sessions, counters, subscribedTopics)
        connections = ConnectionRegistry(
            transport, admissionControl, publisher, counters, subscribedTopics, maxPeers: capacity.peers)
        keyReloader = KeyReloader(folder: access.keysFolder, admissionControl, connections, publisher, counters)
        controls = ControlRegistry(sessions, publisher, counters, onReport: onReport)
        memory = MemoryControl(limits, sessions, connections, publisher)
        dispatcher = RequestDispatcher(handler)
        let replies = ReplySender(transport, connections, counters)
        processor = RequestProcessor(
            sessions, controls, admissionControl, memory, transport, replies, publisher, counters, dispatcher,
            RequestProcessor.Callbacks(
                settings: settings, onPosition: onPosition, onHeading: onHeading, onMotion: onMotion,
                onElapsed: onElapsed))
        requestEndpoint = RequestEndpoint(
            transport, connections, admissionControl, processor, replies, publisher, counters)
        subscriptionEndpoint = SubscriptionEndpoint(
            transport, connections, admissionControl, sessions, publisher, counters)
        ring = RingServer(
            beside: transport.endpoints, opening, isPossible: capacity.isEnough, sessions, admissionControl)
        processor.ringPath = ring?.path ?? ""
        if !isHeldBack { executor.perform { [weak self] in self?.assumeIsolated { $0.begin() } } }
    }

    deinit { dispatcher.end() }

    // MARK: - Poll Loop

    /// Begins to answer. No effect unless the bus was held back.
    public func begin() {
        guard transport.isOpen, !isServing else { return }
        isServing = true
        watchSockets()
        for warning in journalWarnings { publisher.warn(warning) }
        secondTimer = executor.makeTimer(isSelective: true) { [weak self] in
            self?.assumeIsolated { $0.checkEachSecond() }
        }
        checkTimer = executor.makeTimer { [weak self] in self?.assumeIsolated { $0.check() } }
        secondTimer?.call(afterMilliseconds: Self.secondMilliseconds)
        memory.watch { [weak self] in
            self?.executor.perform { [weak self] in self?.assumeIsolated { $0.check() } }
        }
        check()
        // In a process of its own the bus starts no other threads of Swift, which cost memory and a wake-up each second.
        dispatcher.begin(on: isProcess ? executor : nil) { [weak self] reply, context in
            await self?.answer(reply, to: context)
        }
    }

    /// Handles the messages that wait on the sockets. The thread does this by itself; a loop that occupies the actor
    /// for long calls it from time to time.
    public func serveSockets() {
        connections.serveZAPRequests()
        requestEndpoint.serve()
        subscriptionEndpoint.serve()
        ring?.serve()
    }

    /// Stops listening, delivers the last events (half a second at most), and releases the run folder. May be called
    /// twice.
    public func close() {
        dispatcher.end()
        executor.unwatchAll()
        (secondTimer, checkTimer) = (nil, nil)
        ring?.close()
        transport.close()
        sessions.leaveJournals()
    }

    private func watchSockets() {
        if let zapHandler = transport.zapHandler {
            executor.watch(zapHandler.socket) { [weak self] in
                self?.assumeIsolated { bus in
                    bus.connections.serveZAPRequests()
                    bus.scheduleCheck()
                }
            }
        }
        for listener in transport.listeners { watch(listener) }
        if let ring {
            executor.watch(descriptor: ring.descriptor) { [weak self] in self?.assumeIsolated { $0.ring?.serve() } }
        }
        if !capacity.isEnough {
            publisher.warn(
                "only \(capacity.files) files may be open at a time: the bus accepts \(capacity.peers) connections, no further "
                    + "sessions, and very many connections at once could end it; raise ulimit -Hn")
        }
        guard access.remote != nil else { return }
        if transport.remoteEndpoints == nil {
            publisher.warn(
                "no key is allowed yet, so no port is open for other machines; allow one with navbus keys allow")
        }
        executor.tick(everyMilliseconds: KeyReloader.intervalMilliseconds) { [weak self] in
            self?.assumeIsolated { bus in bus.keyReloader.reload { () throws(BusError) in try bus.openPorts() } }
        }
    }

    private func watch(_ listener: BusListener) {
        executor.watch(listener.requests) { [weak self] in self?.assumeIsolated { $0.requestEndpoint.serve() } }
        executor.watch(listener.events) { [weak self] in self?.assumeIsolated { $0.subscriptionEndpoint.serve() } }
        for (_, monitor) in listener.monitors {
            executor.watch(monitor.socket) { [weak self] in self?.assumeIsolated { $0.connections.serveMonitors() } }
        }
    }

    /// Opens the ports for other machines, unless they are open.
    private func openPorts() throws(BusError) {
        guard let remote = access.remote, transport.remoteEndpoints == nil else { return }
        if let listener = try transport.open(remote, access) { watch(listener) }
    }

    /// Milliseconds between two heartbeats: fewer with an event of guidance, so that both wake all threads together.
    private static let secondMilliseconds = 1050
    private static let minSecondMilliseconds = 900
    /// Seconds after which the start is over.
    private static let startSeconds = 10

    /// Works on the thread of the bus once a second, after the heartbeats, until the bus is closed.
    public func everySecond(_ body: @escaping @Sendable (isolated BusServer) -> Void) { onSecond = body }

    /// Once a second: sends the newest numbers to subscribers, so that a loss is noticed without a later event, and
    /// checks the limits.
    private func checkEachSecond() {
        secondTimer?.call(
            afterMilliseconds: Self.secondMilliseconds, orWithOtherWorkAfterMilliseconds: Self.minSecondMilliseconds)
        for log in sessions.dueHeartbeats(subscribedTopics.all) { publisher.sendHeartbeat(of: log) }
        trimJournals()
        ring?.endLate(now: MonotonicInstant.now.nanoseconds)
        memory.checkConnections(requestEndpoint, subscriptionEndpoint)
        requestEndpoint.giveUpOverdueParts()
        admissionControl.removeExpired(now: MonotonicInstant.now.nanoseconds)
        check()
        onSecond?(self)
        seconds += 1
        if seconds == Self.startSeconds { memory.returnAfterStart() }
    }

    /// Removes the events that are too old, and logs the problems of the journals.
    func trimJournals() { sessions.trimJournals(publisher) }

    /// Checks the memory and the peers that are not known well enough yet.
    private func check() {
        memory.check(requestEndpoint, subscriptionEndpoint)
        connections.servePostponed()
        scheduleCheck()
    }

    private func scheduleCheck() {
        if let milliseconds = memory.checkMilliseconds ?? (connections.hasPostponed ? 25 : nil) {
            checkTimer?.call(afterMilliseconds: milliseconds)
        }
    }

    private func answer(_ reply: Reply, to context: RequestContext) { processor.answer(reply, to: context) }

    // MARK: - Journal

    /// The cursor of a session after its newest event, or after those in a recovered journal; `nil` if the session is
    /// not on this bus.
    public func cursor(of session: Session = .main) -> StreamCursor? { sessions[session]?.cursor }

    /// The kept events of a topic after a number, in order. Events that are gone are omitted.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - session: The session.
    ///   - topicSequence: The ``NavigationEvents/Envelope/topicSequence`` after which to begin.
    ///   - most: Maximum number of events; fewer if they are large. To get all, call again with the number of the last
    ///     one.
    public func keptEvents(
        _ topic: Topic, session: Session = .main, after topicSequence: UInt64 = 0, most: Int = 1024
    ) -> [Envelope] {
        do {
            return try sessions[session]?.kept(topic, after: topicSequence, most: most) ?? []
        } catch {
            // The bus cannot read its own event.
            counters.failedSends += 1
            return []
        }
    }

    /// Deletes the files of the journal, so that no later bus continues it: for an intended end. Later events are only
    /// kept in memory, and no session can be opened.
    public func removeJournal() { sessions.removeJournals() }

    /// The newest event of a topic, also if it was published before the session was restored on this bus; `nil` if there is
    /// none.
    public func newestEvent(_ topic: Topic, of session: Session) -> Envelope? {
        // The bus can read its own events.
        try? sessions[session]?.newestEvent(topic)
    }

    // MARK: - Sessions

    /// Opens a session on the running bus. Like the bus's own sessions it outlives the process, until it is closed.
    ///
    /// The session has a run of its own: if it is closed and opened again, its subscribers get the new run.
    ///
    /// - Returns: `false` if the session was open already.
    /// - Throws: ``NavigationEvents/RequestError`` if there are too many sessions, or if this one could not outlive the
    ///   process.
    @discardableResult
    public func open(_ session: Session) throws(RequestError) -> Bool { try sessions.open(session) }

    /// Closes a session that was opened on the running bus, and deletes its files. Its last events still arrive, and
    /// can be fetched for ten seconds, unless 256 other sessions are closed meanwhile or it is opened again.
    ///
    /// - Returns: `false` if no such session was opened; the bus's own sessions cannot be closed.
    @discardableResult
    public func close(_ session: Session) -> Bool {
        guard sessions.close(session) else { return false }
        controls.close(session)
        return true
    }

    /// The sessions that were opened on this bus, or on the previous bus that it continues.
    public var openedSessions: [Session] { sessions.opened.map(\.session) }

    /// Whether a session continues the journal of a bus that was killed. For the bus's own sessions see
    /// ``isContinued``.
    public func isContinued(_ session: Session) -> Bool { sessions[session]?.isContinued ?? false }

    /// Whether a navigation is active, according to the published events.
    public func isNavigating(_ session: Session) -> Bool { sessions[session]?.isNavigating ?? false }

    /// The answer to a request for a session that is not on this bus.
    public func noSuchSession(_ session: Session) -> Reply { .refused(sessions.missing(session)) }

    /// Adds the bytes that guidance uses in this process, or subtracts them if negative, so that they are not mistaken
    /// for unfinished messages of peers.
    public func note(moreGuidanceBytes bytes: Int) { memory.note(moreGuidanceBytes: bytes) }

    // MARK: - Controls and Status

    /// Records the state of the process of a supervised control: its launcher reports each start and end.
    public func note(control reported: ControlStatus) {
        admissionControl.note(control: reported.control, process: reported.processID)
        connections.servePostponed()
        controls.note(reported)
    }

    /// Records the state of a process of the launcher that is no control: its connections need not wait for a report.
    public func note(observer reported: ControlStatus) {
        admissionControl.note(observer: reported.control, process: reported.processID)
        connections.servePostponed()
    }

    /// The status of the bus, without the guidance of its sessions. Only the bus's own sessions are included; see
    /// ``states(from:most:)`` for the others.
    public func status() -> BusStatus {
        counters.journalFallbacks = sessions.journalFallbacks
        var status = outline()
        status.sessions = sessions.own.map(\.status)
        status.controls = controls.statuses
        status.counters = counters.byName
        status.gauges = sessions.gauges
        status.gauges["connections"] = Double(connections.count)
        return status
    }

    /// The states of the sessions from a name on, in the order of their names.
    ///
    /// - Parameters:
    ///   - first: The first name; empty for all.
    ///   - most: Maximum number of sessions.
    public func states(from first: String, most: Int) -> [SessionStatus] { sessions.states(from: first, most: most) }

    /// The status without the parts that take longer with more sessions.
    public func outline() -> BusStatus {
        BusStatus(
            run: run, processID: currentProcessID(),
            uptimeSeconds: Double(MonotonicInstant.now.nanoseconds - started.nanoseconds) / 1e9)
    }
}
