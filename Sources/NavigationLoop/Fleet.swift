import EventBus
import NavigationEvents

/// The loops of all sessions of a bus, each with a drive of its own: nothing of one ever reaches another.
///
/// It shares the thread of the bus, so that a session is there or not for everybody at once.
actor Fleet {
    private let bus: BusServer
    private let plan: LoopPlan
    private let own: GuidanceLoop
    private var opened: [Session: GuidanceLoop] = [:]
    /// What loops had counted that were closed since: what is counted never becomes less.
    private var closed = LoopTally()
    /// Whether all has ended, so that nothing begins any more.
    private(set) var isEnding = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { bus.unownedExecutor }

    init(bus: BusServer, plan: LoopPlan, own: GuidanceLoop) {
        self.bus = bus
        self.plan = plan
        self.own = own
    }

    /// The loop of a session; `nil` if it is not on this bus.
    func loop(of session: Session) -> GuidanceLoop? { session == own.session ? own : opened[session] }

    /// What is answered to who asks for something of a session that is not there.
    func noSuchSession(_ session: Session) -> Reply { bus.assumeIsolated { $0.noSuchSession(session) } }

    /// Goes on where a bus that was killed left off: with the drive of its own session at once. The sessions that were
    /// opened on it are ready at once too, and go on with their drives when they are needed, or when ``resume()`` has
    /// come to them.
    func takeUp() {
        own.assumeIsolated { $0.resume() }
        for session in bus.assumeIsolated({ $0.openedSessions }) { take(session) }
        if let folder = bus.journalFolder { DriveLog.removeStrays(folder: folder, but: Set(opened.keys)) }
    }

    /// Lets all go on with their drives, one after another, with the bus in between.
    nonisolated func resume() async {
        for loop in await openedLoops { await loop.resume() }
    }

    private var openedLoops: [GuidanceLoop] { Array(opened.values) }

    /// Opens a session, unless it is there.
    func open(_ session: Session) throws(RequestError) {
        guard !isEnding else { throw RequestError(code: .unavailable, text: "the bus is ending") }
        guard loop(of: session) == nil else { return }
        try bus.assumeIsolated { bus in
            Result { () throws(RequestError) in _ = try bus.open(session) }
        }.get()
        take(session)
    }

    /// Ends a session that was opened; nothing happens if there is none of that name.
    func close(_ session: Session) throws(RequestError) {
        guard session != own.session else {
            throw RequestError(
                code: .forbidden,
                text: "session \"\(session.name)\" is that of the bus itself and ends with it; stop its navigation, or "
                    + "end the bus")
        }
        guard let loop = opened.removeValue(forKey: session) else { return }
        closed += loop.assumeIsolated { loop in
            loop.end()
            return loop.tally
        }
        closed.logBytes = 0
        bus.assumeIsolated { _ = $0.close(session) }
    }

    /// Ends all navigation, and leaves nothing that could be continued.
    func end() {
        isEnding = true
        for loop in [own] + Array(opened.values) { loop.assumeIsolated { $0.end() } }
    }

    private func take(_ session: Session) {
        let (run, isContinued) = bus.assumeIsolated { bus in
            (bus.place(of: session)?.run ?? bus.run, bus.isContinued(session))
        }
        opened[session] = GuidanceLoop(bus: bus, opened: session, run: run, isContinued: isContinued, plan: plan)
    }

    // MARK: Status

    /// Adds what the loops know to the status of the bus. In detail only the bus's own session is told: a status is asked
    /// for twice a second, and there may be thousands.
    func contribute(to status: inout BusStatus) {
        own.assumeIsolated { $0.contribute(to: &status) }
        let tally = opened.values.reduce(into: closed) { sum, loop in sum += loop.assumeIsolated { $0.tally } }
        tally.add(to: &status, isOfOpened: true)
    }

    /// The sessions that are asked for. Of one whose drive was not put together again yet it is what the journal says.
    func states(_ query: SessionQuery) -> [SessionStatus] {
        let most = Int(min(query.most, SessionQuery.largestMost))
        return bus.assumeIsolated { $0.states(from: query.first, most: most) }.map { known in
            loop(of: known.session).flatMap { $0.assumeIsolated { $0.mayResume ? nil : $0.status } } ?? known
        }
    }
}
