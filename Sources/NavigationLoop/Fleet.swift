import EventBus
import NavigationEvents

/// The guidance loops of all sessions of a bus; each has its own drive, and they share no state.
///
/// It runs on the thread of the bus, so that opening or closing a session takes effect for all peers at once.
actor Fleet {
    private let bus: BusServer
    private let plan: LoopPlan
    private let own: GuidanceLoop
    private var opened: [Session: GuidanceLoop] = [:]
    /// The counters of closed loops: totals never decrease.
    private var closed = LoopCounters()
    /// Whether the bus is ending, so that no session may be opened.
    private(set) var isEnding = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    init(bus: BusServer, plan: LoopPlan, own: GuidanceLoop) {
        self.bus = bus
        self.plan = plan
        self.own = own
    }

    /// The loop of a session; `nil` if the bus does not have it.
    func loop(of session: Session) -> GuidanceLoop? { session == own.session ? own : opened[session] }

    /// The reply to a request for a session that the bus does not have.
    func noSuchSession(_ session: Session) -> Reply { bus.assumeIsolated { $0.noSuchSession(session) } }

    /// Resumes after a killed bus: the drive of its own session immediately. The sessions that were opened on it accept
    /// requests immediately, and resume their drives when needed or when ``resume()`` reaches them.
    func recover() {
        own.assumeIsolated { $0.resume() }
        for session in bus.assumeIsolated({ $0.openedSessions }) { take(session) }
        if let folder = bus.journalFolder { DriveLog.removeStrays(folder: folder, but: Set(opened.keys)) }
    }

    /// Resumes the drives of all opened sessions, one after another, with other work of the bus in between.
    nonisolated func resume() async {
        for loop in await openedLoops { await loop.resume() }
    }

    private var openedLoops: [GuidanceLoop] { Array(opened.values) }

    /// Opens a session, unless it exists.
    func open(_ session: Session) throws(RequestError) {
        guard !isEnding else { throw RequestError(code: .unavailable, text: "the bus is ending") }
        guard loop(of: session) == nil else { return }
        try bus.assumeIsolated { bus in
            Result { () throws(RequestError) in _ = try bus.open(session) }
        }.get()
        take(session)
    }

    /// Opens a session from a record.
    func restore(_ record: SessionRecord) throws(RequestError) {
        let session = record.snapshot.session
        guard !isEnding else { throw RequestError(code: .unavailable, text: "the bus is ending") }
        guard plan.passesTimeWithPositions else {
            throw RequestError(
                code: .forbidden,
                text: "this bus restores no sessions; send this to a bus with guidance.time = \"positions\"")
        }
        try bus.assumeIsolated { bus in
            Result { () throws(RequestError) in try bus.restore(record.snapshot) }
        }.get()
        take(session)
        guard opened[session]?.assumeIsolated({ $0.restore(record) }) == true else {
            try close(session)
            throw RequestError(
                code: .malformed,
                text: "the record of session \"\(session.name)\" is damaged; open the session, and repeat its requests")
        }
    }

    /// Closes an opened session; does nothing if it does not exist.
    func close(_ session: Session) throws(RequestError) {
        guard session != own.session else {
            throw RequestError(
                code: .forbidden,
                text: "session \"\(session.name)\" belongs to the bus and ends with it; stop its navigation, or "
                    + "end the bus")
        }
        guard let loop = opened.removeValue(forKey: session) else { return }
        closed += loop.assumeIsolated { loop in
            loop.end()
            return loop.loopCounters
        }
        closed.logBytes = 0
        bus.assumeIsolated { _ = $0.close(session) }
    }

    /// Ends all navigation and removes everything that could be resumed.
    func end() {
        isEnding = true
        for loop in [own] + Array(opened.values) { loop.assumeIsolated { $0.end() } }
    }

    private func take(_ session: Session) {
        let (run, isContinued) = bus.assumeIsolated { bus in
            (bus.cursor(of: session)?.run ?? bus.run, bus.isContinued(session))
        }
        opened[session] = GuidanceLoop(
            bus: bus, opened: session, run: run, isContinued: isContinued, plan: plan, timer: own.timer)
    }

    // MARK: - Status

    /// Adds the status of the loops to the status of the bus. Only the bus's own session is listed in detail: the
    /// status is requested twice a second, and there may be thousands of sessions.
    func contribute(to status: inout BusStatus) {
        own.assumeIsolated { $0.contribute(to: &status) }
        let loopCounters = opened.values.reduce(into: closed) { sum, loop in
            sum += loop.assumeIsolated { $0.loopCounters }
        }
        loopCounters.add(to: &status, isOfOpened: true)
    }

    /// The status of the requested sessions. A session whose drive is not recovered yet has the status of the journal.
    func states(_ query: SessionQuery) -> [SessionStatus] {
        let most = Int(min(query.most, SessionQuery.maxSessions))
        return bus.assumeIsolated { $0.states(from: query.first, most: most) }.map { known in
            loop(of: known.session).flatMap { $0.assumeIsolated { $0.mayResume ? nil : $0.status } } ?? known
        }
    }
}
