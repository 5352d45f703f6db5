import Access
import EventCodec
public import Journal
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
    let startedNanoseconds: UInt64
    let settings: SettingsProvider
    let onReport: @Sendable (ControlReport) -> Void
    let onPosition: PositionHandler
    let onHeading: HeadingHandler
    /// The limits of peers, and the roles of the supervised controls.
    let access: AccessSettings
    let controlRoles: [String: [Role]]
    private var dispatcher: RequestDispatcher?
    private var isServing = false

    // Nil after closing. Released in this order: sockets, context, lock.
    var transport: Transport?

    var sessions: SessionTable
    /// Maximum number of opened sessions.
    let maxSessions: Int
    // Nil after closing: it holds the lock of the folder.
    var journals: JournalFactory?
    /// Bytes that guidance uses in this process; see ``note(moreGuidanceBytes:)``.
    var guidanceBytes = 0
    var counters = BusCounters()
    /// ``BusCounters/journalFallbacks`` of closed sessions.
    var closedFallbacks: UInt64 = 0
    var admissionControl: AdmissionControl
    var memory: MemoryMonitor
    /// Bytes of memory that journals, guidance and requests in parts explain, as computed last.
    var explainedBytes = 0
    /// The time when free memory was returned last, in nanoseconds of the monotonic clock.
    var memoryReturnedAt: UInt64 = 0
    /// `nil` if other parts of the process use memory too.
    let memoryLimit: MemoryLimit?
    var warningLimit = WarningLimit()
    var controls = ControlTable()
    var commandHandlers = CommandHandlers()
    /// Large messages that their peers have not received yet, each counted once.
    let queuedBytes = QueuedBytes()
    /// Requests of which some parts have arrived.
    var assembly = RequestAssembly()
    /// Whether reports are not published: see ``beginReplay(after:)``.
    var keepsReports = false
    private var writer = WireWriter(capacity: 4096)

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
    ///   - handler: Answers the requests that the bus does not answer itself.
    /// - Throws: ``BusError`` if another bus runs there, a file is in the way, a port is in use, or an address could be
    ///   reached from outside.
    public init(
        endpoints: BusEndpoints = .standard,
        run: UInt64? = nil,
        sessions: [Session] = [.main],
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
        handler: @escaping Handler = { _ in .refused(RequestError(code: .unavailable, text: "the bus has no handler")) }
    ) throws(BusError) {
        let (admissionControl, maxSessions) = try Self.makeAdmissionControl(
            access, controlRoles: controlRoles, launcher: launcher, maxSessions: limits.maxSessions)
        self.admissionControl = admissionControl
        self.maxSessions = maxSessions
        let transport = try Transport(
            endpoints, access: access, limits: limits, opensPorts: !admissionControl.policy.keys.entries.isEmpty)
        do {
            executor = try SocketExecutor(name: "navbus")
        } catch {
            throw .exhausted(error)
        }
        self.endpoints = transport.endpoints
        remoteEndpoints = transport.remoteEndpoints
        self.transport = transport
        self.access = access
        self.controlRoles = controlRoles
        self.onPosition = onPosition
        self.onHeading = onHeading
        let opening = JournalOpener(
            settings: journal, sessions: sessions, run: run, maxSessions: maxSessions
        ).open()
        self.run = opening.run
        isContinued = opening.isContinued
        journalWarnings = opening.problems.map(\.description)
        self.settings = settings
        self.onReport = onReport
        journals = opening.factory
        journalFolder = opening.factory.folderPath
        counters.lostSessions = UInt64(opening.lostSessions)
        self.sessions = SessionTable(opening)
        startedNanoseconds = MonotonicInstant.now.nanoseconds
        memory = MemoryMonitor(
            residentBytes: ownResidentBytes(), journalBytes: self.sessions.all.reduce(0) { $0 + $1.journal.byteCount },
            maxExtraBytes: limits.maxExtraBytes)
        memoryLimit = limits.boundsProcess ? MemoryLimit() : nil
        dispatcher = RequestDispatcher(handler)
        if !isHeldBack { executor.perform { [weak self] in self?.assumeIsolated { $0.begin() } } }
    }

    deinit { dispatcher?.end() }

    /// Publishes an event: numbers it, encodes it once, keeps it in the journal, and sends it to all subscribers.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: Its session.
    ///   - tick: Number of the fix that caused it, from 1; 0 if no fix did.
    /// - Returns: `false`, and counted, if the event cannot be published: the session is not on this bus, the event is
    ///   larger than ``BusLimits/maxEventBytes``, or the bus is closed.
    @discardableResult
    public func publish(_ event: Event, session: Session = .main, tick: UInt64 = 0) -> Bool {
        guard let transport else { return false }
        guard let log = sessions[session] else {
            counters.unknownSessions += 1
            return false
        }
        let topic = event.topic
        let (sequence, topicSequence) = log.next(topic)
        let now = MonotonicInstant.now.nanoseconds
        writer.reset()
        Envelope(
            run: log.run, sequence: sequence, topicSequence: topicSequence, session: session,
            monotonicNanoseconds: now, publishedAt: .now, tick: tick, event: event
        ).encode(into: &writer)
        guard writer.count <= BusLimits.maxEventBytes else {
            counters.oversizedEvents += 1
            warnOnce(
                "event",
                "an event of \(topic.rawValue) was not published: it has \(writer.count) bytes, and at most "
                    + "\(BusLimits.maxEventBytes) are possible")
            return false
        }
        counters.published += 1
        writer.withUnsafeBytes { bytes in
            // The event is kept before it is sent: a received event always survives the death of this process.
            log.append(bytes, topic: topic, nanoseconds: now)
            if !transport.send(bytes, topic: log.names.topics[topic.index]) { counters.failedSends += 1 }
        }
        return true
    }

    /// Handles the messages that wait on the sockets. The thread does this by itself; a loop that occupies the actor
    /// for long calls it from time to time.
    public func serveSockets() {
        serveZAPRequests()
        serveRequests()
        serveSubscriptions()
    }

    /// Stops listening, delivers the last events (half a second at most), and releases the run folder. May be called
    /// twice.
    public func close() {
        dispatcher?.end()
        dispatcher = nil
        executor.unwatchAll()
        transport = nil
        for log in sessions.all { log.journal.leaveFiles() }
        journals = nil
    }

    /// Begins to answer. No effect unless the bus was held back.
    public func begin() {
        guard let transport, !isServing else { return }
        isServing = true
        watchSockets(transport)
        for warning in journalWarnings { warn(warning) }
        executor.tick(everyMilliseconds: 1000) { [weak self] in self?.assumeIsolated { $0.heartbeat() } }
        watchMemory()
        dispatcher?.begin { [weak self] reply, context in await self?.answerCharging(reply, to: context) }
    }

    /// Once a second: sends the newest numbers to subscribers, so that a loss is noticed without a later event, and
    /// checks the limits.
    private func heartbeat() {
        sendHeartbeats()
        trimJournals()
        checkConnections()
        giveUpOverdueParts()
        admissionControl.removeExpired(now: MonotonicInstant.now.nanoseconds)
    }
}

extension BusServer {
    /// Passes a request to the handler; refuses it at once if too many wait.
    func dispatch(_ request: Request, _ context: RequestContext) {
        guard dispatcher?.submit(request, context) != true else { return }
        counters.refusedRequests += 1
        answer(
            .refused(RequestError(code: .unavailable, text: "too many requests wait; try again in a moment")),
            to: context)
    }
}
