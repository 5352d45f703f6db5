import EventCodec
public import NavigationEvents
import Platform
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
    /// Takes a heading that came over the request channel, on the thread of the bus: to be quick.
    public typealias HeadingTaker = @Sendable (Session, HeadingReading) -> Reply

    /// The thread and its poll loop. Another actor may share it to publish without changing threads.
    public nonisolated let executor: SocketExecutor
    /// Where the bus listens; a `*` port is replaced by the one the system chose.
    public nonisolated let endpoints: BusEndpoints
    /// Where it listens for those with keys since its start; `nil` unless it does. Without an allowed key it listens nowhere,
    /// until there is one.
    public nonisolated let remoteEndpoints: BusEndpoints?
    /// Identity of this run; that of a run whose journal was found and is continued. Sessions that are opened later have
    /// runs of their own: ``place(of:)``.
    public nonisolated let run: UInt64
    /// Whether the journal of a bus that was killed was found, and its run goes on.
    public nonisolated let isContinued: Bool
    /// What was wrong with the journal when it was opened, for people; also published as a report of "navbus".
    public nonisolated let journalWarnings: [String]
    /// Where files of its sessions outlive this process; `nil` if none do: none was wanted, or the folder is of no use or
    /// another bus's.
    public nonisolated let journalFolder: String?
    let startedNanoseconds: UInt64
    let settings: SettingsProvider
    let onReport: @Sendable (ControlReport) -> Void
    let onPosition: PositionTaker
    let onHeading: HeadingTaker
    /// Who may come, and what controls may do besides reporting.
    let access: AccessSettings
    let controlRoles: [String: [Role]]
    private var handling: Handling?
    private var isServing = false

    // Nil once closed. Released in this order: sockets, context, lock.
    var transport: Transport?

    var sessions: SessionTable
    /// How many may be opened.
    let mostSessions: Int
    // Nil once closed: it holds the lock of the folder.
    var journals: JournalMaker?
    /// What guidance takes in this process; see ``note(moreGuidanceBytes:)``.
    var guidanceBytes = 0
    var counters = BusCounters()
    /// ``BusCounters/journalFallbacks`` of sessions that were closed.
    var closedFallbacks: UInt64 = 0
    var book: AccessBook
    var memory: MemoryWatch
    /// Bytes of memory that journals, guidance and requests in parts explain, as it was reckoned last.
    var explainedBytes = 0
    /// When free memory was given back last.
    var memoryReturnedAt: UInt64 = 0
    /// `nil` where the process is not the bus's alone.
    let fence: DataFence?
    var warningLimit = WarningLimit()
    var controls = ControlTable()
    var takers = CommandTakers()
    /// Large messages that their peers have not received yet, each counted once.
    let queuedBytes = QueuedBytes()
    /// Requests of which some parts have come.
    var assembly = RequestAssembly()
    /// Whether reports are heard and not published: see ``beginReplay(behind:)``.
    var keepsReports = false
    private var writer = WireWriter(capacity: 4096)

    /// Runs the actor on the thread of its executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Takes the lock of the run folder and listens.
    ///
    /// - Parameters:
    ///   - endpoints: Where to listen: `ipc://` paths. TCP is for those with keys: ``AccessSettings/remote``.
    ///   - run: Identity of this run; chosen at random unless given.
    ///   - sessions: Whose events it carries.
    ///   - limits: How much it queues.
    ///   - journal: How much it keeps, and where.
    ///   - access: Who may come, and how many.
    ///   - controlRoles: The roles of the supervised controls, by manifest id; one that is not named is a control.
    ///   - launcher: The process that starts the controls; `nil` if none does. Its other descendants may only listen.
    ///   - isHeldBack: Whether what comes waits until ``begin()``: somebody still has to be put up who answers.
    ///   - settings: Finds the settings of a control that says hello.
    ///   - onReport: Hears each report before it is published, on the thread of the bus: to be quick.
    ///   - onPosition: Takes a position that came over the request channel.
    ///   - onHeading: Takes a heading that came over the request channel.
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
        launcher: Int32? = nil,
        isHeldBack: Bool = false,
        settings: @escaping SettingsProvider = { _ throws(RequestError) in [:] },
        onReport: @escaping @Sendable (ControlReport) -> Void = { _ in },
        onPosition: @escaping PositionTaker = { _, _ in
            .refused(RequestError(code: .unavailable, text: "nobody here takes positions"))
        },
        onHeading: @escaping HeadingTaker = { _, _ in
            .refused(RequestError(code: .unavailable, text: "nobody here takes headings"))
        },
        handler: @escaping Handler = { _ in .refused(RequestError(code: .unavailable, text: "nobody handles this")) }
    ) throws(BusError) {
        let (book, mostSessions) = try Self.accessBook(
            access, controlRoles: controlRoles, launcher: launcher, mostSessions: limits.mostSessions)
        self.book = book
        self.mostSessions = mostSessions
        let transport = try Transport(
            endpoints, access: access, limits: limits, opensPorts: !book.policy.keys.entries.isEmpty)
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
            settings: journal, sessions: sessions, run: run, mostSessions: mostSessions
        ).open()
        self.run = opening.run
        isContinued = opening.isContinued
        journalWarnings = opening.problems.map(\.description)
        self.settings = settings
        self.onReport = onReport
        journals = opening.maker
        journalFolder = opening.maker.folder?.path
        counters.lostSessions = UInt64(opening.lostSessions)
        self.sessions = SessionTable(opening)
        startedNanoseconds = MonotonicInstant.now.nanoseconds
        memory = MemoryWatch(
            residentBytes: ownResidentBytes(), journalBytes: self.sessions.all.reduce(0) { $0 + $1.journal.byteCount },
            mostExtraBytes: limits.mostExtraBytes)
        fence = limits.boundsProcess ? DataFence() : nil
        handling = Handling(handler)
        if !isHeldBack { executor.perform { [weak self] in self?.assumeIsolated { $0.begin() } } }
    }

    deinit { handling?.end() }

    /// Publishes an event: numbers it, encodes it once, keeps it in the journal, sends it to all subscribers.
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
        guard writer.count <= BusLimits.largestEventBytes else {
            counters.oversizedEvents += 1
            warnOnce(
                "event",
                "an event of \(topic.rawValue) was left out: it has \(writer.count) bytes, and at most "
                    + "\(BusLimits.largestEventBytes) can travel")
            return false
        }
        counters.published += 1
        writer.withUnsafeBytes { bytes in
            // Kept before it is sent: what anybody has received survives the death of this process.
            log.append(bytes, topic: topic, nanoseconds: now)
            if !transport.send(bytes, topic: log.names.topics[topic.place]) { counters.failedSends += 1 }
        }
        return true
    }

    /// Handles what has arrived on the sockets. The thread does it by itself; a loop that holds the actor for long
    /// calls it now and then.
    public func serveSockets() {
        serveGate()
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
        for log in sessions.all { log.journal.leaveFiles() }
        journals = nil
    }

    /// Begins to answer; it has begun already unless it was held back.
    public func begin() {
        guard let transport, !isServing else { return }
        isServing = true
        watchSockets(transport)
        for warning in journalWarnings { warn(warning) }
        executor.tick(everyMilliseconds: 1000) { [weak self] in self?.assumeIsolated { $0.beat() } }
        watchMemory()
        handling?.begin { [weak self] reply, question in await self?.answerCharging(reply, to: question) }
    }

    /// Tells subscribers the latest numbers, so that a loss is noticed when nothing follows it.
    private func beat() {
        sendBeats()
        tendJournals()
        tendConnections()
        giveUpOverdueParts()
        book.tidy(now: MonotonicInstant.now.nanoseconds)
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
