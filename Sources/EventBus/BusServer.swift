import EventCodec
public import NavigationEvents
public import ZeroMQ

/// The bus: publishes the events of its sessions and answers requests.
///
/// It runs on a thread of its own that waits for its sockets. Publishing never waits for a subscriber: a slow one
/// loses events, notices, and fetches them from the journal. Call ``close()`` at the end; it lets what was published
/// last arrive.
public actor BusServer {
    /// Answers what the bus itself cannot: start, stop, status, buttons. Requests come one after another.
    public typealias Handler = @Sendable (Request) async -> Reply
    /// Finds the settings of a control that says hello, or says why it may not join.
    public typealias SettingsProvider = @Sendable (Hello) throws(RequestError) -> [String: SettingValue]
    /// Takes a position that came over the request channel, on the thread of the bus: to be quick.
    public typealias PositionTaker = @Sendable (Session, Fix) -> Reply

    /// The thread and its poll loop. Another actor may share it to publish without changing threads.
    public nonisolated let executor: SocketExecutor
    /// Where the bus listens; a `*` port is replaced by the one the system chose.
    public nonisolated let endpoints: BusEndpoints
    /// Identity of this run; that of a run whose journal was found and is continued.
    public nonisolated let run: UInt64
    /// Whether the journal of a bus that was killed was found, and its run goes on.
    public nonisolated let isContinued: Bool
    private let startedNanoseconds: UInt64
    let settings: SettingsProvider
    let onReport: @Sendable (ControlReport) -> Void
    let onPosition: PositionTaker
    /// Who may come, and what controls may do besides reporting.
    let access: AccessSettings
    let controlRoles: [String: [Role]]
    private var handling: Handling?

    // Nil once closed. Released in this order: sockets, context, lock.
    var transport: Transport?

    /// The session of each log: looking here copies no log.
    private let sessions: [Session]
    var logs: [SessionLog]
    var counters = BusCounters()
    var controls: [String: ControlStatus] = [:]
    private var writer = WireWriter(capacity: 4096)

    /// Runs the actor on the thread of its executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Takes the lock of the run folder and listens.
    ///
    /// - Parameters:
    ///   - endpoints: Where to listen: `ipc://` paths, or `tcp://` on a loopback address.
    ///   - run: Identity of this run; chosen at random unless given.
    ///   - sessions: Whose events it carries.
    ///   - limits: How much it queues.
    ///   - journal: How much it keeps, and where.
    ///   - access: Who may come, and how many.
    ///   - controlRoles: The roles of the supervised controls, by manifest id; one that is not named is a control.
    ///   - settings: Finds the settings of a control that says hello.
    ///   - onReport: Hears each report before it is published, on the thread of the bus: to be quick.
    ///   - onPosition: Takes a position that came over the request channel.
    ///   - handler: Answers what the bus itself cannot.
    /// - Throws: ``BusError`` if another bus runs there, something foreign lies in the way, a port is in use, or an
    ///   address could be reached from outside.
    public init(
        endpoints: BusEndpoints = .standard,
        run: UInt64? = nil,
        sessions: [Session] = [.main],
        limits: BusLimits = BusLimits(),
        journal: JournalSettings = JournalSettings(),
        access: AccessSettings = AccessSettings(),
        controlRoles: [String: [Role]] = [:],
        settings: @escaping SettingsProvider = { _ throws(RequestError) in [:] },
        onReport: @escaping @Sendable (ControlReport) -> Void = { _ in },
        onPosition: @escaping PositionTaker = { _, _ in
            .refused(RequestError(code: .unavailable, text: "nobody here takes positions"))
        },
        handler: @escaping Handler = { _ in .refused(RequestError(code: .unavailable, text: "nobody handles this")) }
    ) throws(BusError) {
        let transport = try Transport(endpoints, limits: limits)
        do {
            executor = try SocketExecutor(name: "navbus")
        } catch {
            throw .exhausted(error)
        }
        self.endpoints = transport.endpoints
        self.transport = transport
        isContinued = false
        self.access = access
        self.controlRoles = controlRoles
        self.onPosition = onPosition
        self.run = run ?? UInt64.random(in: 1...UInt64.max)
        self.settings = settings
        self.onReport = onReport
        self.sessions = sessions
        logs = sessions.map { SessionLog($0, limits: limits) }
        startedNanoseconds = monotonicNanoseconds()
        handling = Handling(handler)
        executor.perform { [weak self] in self?.assumeIsolated { $0.serve() } }
    }

    deinit { handling?.end() }

    /// Publishes an event: numbers it, encodes it once, sends it to all subscribers, keeps it in the journal.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - session: Whose event it is.
    ///   - tick: Number of the fix that caused it, from 1; 0 if no fix did.
    /// - Returns: `false`, and counted, if it cannot travel: the session is not on this bus, the event is larger than
    ///   ``BusLimits/largestEventBytes``, or the bus is closed.
    @discardableResult
    public func publish(_ event: Event, session: Session = .main, tick: UInt64 = 0) -> Bool {
        guard let transport else { return false }
        guard let place = sessions.firstIndex(of: session) else {
            counters.unknownSessions += 1
            return false
        }
        let topic = event.topic
        let (sequence, topicSequence) = logs[place].next(topic)
        writer.reset()
        Envelope(
            run: run, sequence: sequence, topicSequence: topicSequence, session: session,
            monotonicNanoseconds: monotonicNanoseconds(), publishedAt: .now, tick: tick, event: event
        ).encode(into: &writer)
        guard writer.count <= BusLimits.largestEventBytes else {
            counters.oversizedEvents += 1
            return false
        }
        counters.published += 1
        writer.withUnsafeBytes { bytes in
            if !transport.send(bytes, topic: logs[place].names.topics[topic.place]) { counters.failedSends += 1 }
            logs[place].append(bytes, topic: topic)
        }
        return true
    }

    /// What the bus knows of itself; the guidance of its sessions is for others to fill in.
    public func status() -> BusStatus {
        BusStatus(
            run: run, processID: currentProcessID(),
            uptimeSeconds: Double(monotonicNanoseconds() - startedNanoseconds) / 1e9,
            sessions: logs.map {
                SessionStatus(session: $0.session, state: $0.isNavigating ? .enroute : .stopped, sequence: $0.sequence)
            },
            controls: controls.values.sorted { $0.control < $1.control }, counters: counters.byName)
    }

    /// Handles what has arrived on the sockets. The thread does it by itself; a loop that holds the actor for long
    /// calls it now and then.
    public func serveSockets() {
        serveRequests()
        serveSubscriptions()
    }

    /// Stops listening, lets what was published last arrive (half a second at most), and gives up the run folder.
    /// May be called twice.
    public func close() {
        handling?.end()
        handling = nil
        executor.unwatchAll()
        transport = nil
    }

    private func serve() {
        guard let transport else { return }
        executor.watch(transport.requests) { [weak self] in self?.assumeIsolated { $0.serveRequests() } }
        executor.watch(transport.events) { [weak self] in self?.assumeIsolated { $0.serveSubscriptions() } }
        executor.tick(everyMilliseconds: 1000) { [weak self] in self?.assumeIsolated { $0.beat() } }
        handling?.begin { [weak self] reply, question in await self?.answer(reply, to: question) }
    }

    /// Tells subscribers the latest numbers, so that a loss is noticed when nothing follows it.
    private func beat() {
        for log in logs { sendSnapshot(of: log, topic: log.names.beat, withEvents: false) }
    }
}

extension BusServer {
    /// Lets the handler answer; what comes too fast is refused at once.
    func handOn(_ request: Request, _ question: Question) {
        guard handling?.submit(request, question) != true else { return }
        counters.refusedRequests += 1
        answer(
            .refused(RequestError(code: .unavailable, text: "too many requests wait; try again in a moment")),
            to: question)
    }
}
