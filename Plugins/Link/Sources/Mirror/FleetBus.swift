import EventBus
import NATS
import NavigationControl
import NavigationEvents
import NavigationLoop
import Platform
import Positions
import Synchronization

/// The bus of a vehicle that a fleet guides: its controls work as with guidance on board. With the session `main` it shows all
/// sessions of the fleet, for a router.
///
/// Positions of the source go to the fleet, and so do requests. Events of the fleet are published under the numbers of this
/// bus, since the commands of people and the reports of its controls are events too. The controls are served whether or not
/// the fleet can be reached.
final class FleetBus: LaunchedBus {
    private static let retryMilliseconds: Int32 = 1000
    private static let waitMilliseconds: Int32 = 250

    private let plan: LoopPlan
    private let bus: BusServer
    private let requests: FleetRequests
    private let connection: NATSConnection.Settings
    private let wakeUp: WakeUp
    private let isEnding = Mutex(false)
    private let reading = Mutex<Task<Void, Never>?>(nil)

    static func open(_ plan: LoopPlan, launcher: Int32) async throws -> FleetBus {
        do {
            let settings = try LinkSettings(Settings(plan.controlSettings["link"] ?? [:]))
            let fleet = try FleetBus(plan, settings, launcher)
            await fleet.bus.begin()
            try SystemThread.detach("fleet") { fleet.follow() }
            return fleet
        } catch let error as SettingsError {
            throw LoopError("\(error)")
        }
    }

    private init(_ plan: LoopPlan, _ settings: LinkSettings, _ launcher: Int32) throws {
        self.plan = plan
        var connection = try settings.connection()
        if plan.session != .main { connection.inboxPrefix = "INBOX.\(plan.session.name)" }
        self.connection = connection
        wakeUp = try WakeUp()
        let requests = FleetRequests()
        self.requests = requests
        let handler = FleetRequestHandler(
            requests: requests, session: plan.session == .main ? nil : plan.session, hasControls: true,
            words: DescriptionWriter(speech: plan.controlSettings["speech"] ?? [:]))
        let reference = BusReference()
        var limits = BusLimits(maxSessions: plan.maxSessions)
        limits.boundsProcess = true
        var journal = plan.journal
        journal.resumeKey = plan.resumeKey
        let controlSettings = plan.controlSettings
        bus = try BusServer(
            endpoints: plan.endpoints, sessions: [plan.session], limits: limits, journal: journal, access: plan.access,
            controlRoles: plan.controlRoles, launcher: launcher, isHeldBack: true,
            settings: { hello throws(RequestError) in controlSettings[hello.control] ?? [:] },
            onPosition: { handler.take(.position($0, $1), of: $0) },
            onHeading: { handler.take(.heading($0, $1), of: $0) },
            onMotion: { handler.take(.motion($0, $1), of: $0) },
            handler: { await reference.answer($0, handler) })
        reference.set(bus)
        bus.perform(everyMilliseconds: 250) { requests.sendDue() }
    }

    func note(control: ControlStatus) async { await bus.note(control: control) }

    func note(observer: ControlStatus) async { await bus.note(observer: observer) }

    /// Begins to read the source.
    func begin() async {
        // A simulated drive needs the route, which only the fleet has.
        guard let source = plan.source?.makeSource(route: nil, start: nil) else { return }
        let (requests, session) = (requests, plan.session)
        reading.withLock {
            $0 = Task {
                for await reading in source.readings(skipping: 0) {
                    switch reading.event {
                    case .fix(let fix): requests.send(.position(session, fix), of: session)
                    case .heading(let heading): requests.send(.heading(session, heading), of: session)
                    case .problem(let problem): self.report(.warning, "failed to \(problem)")
                    case .ended: self.report(.note, "the source of positions has ended")
                    // The fleet lets time pass.
                    case .elapsed: break
                    }
                }
            }
        }
    }

    func end() async {
        isEnding.withLock { $0 = true }
        wakeUp.wake()
        reading.withLock { $0 }?.cancel()
        await bus.removeJournal()
        await bus.close()
    }

    // MARK: - Events of the Fleet

    /// Follows the fleet until the bus ends; connects again after a failure.
    private func follow() {
        var complaint = ""
        while !isEnding.withLock({ $0 }) {
            do {
                let connection = try NATSConnection(connection)
                try requests.attach(connection)
                try plan.session == .main ? followAll(connection) : followSession(connection)
            } catch {
                if complaint != "\(error)" { report(.warning, "failed to \(error); it is tried again") }
                complaint = "\(error)"
                wakeUp.wait(milliseconds: Self.retryMilliseconds)
            }
        }
    }

    private func followSession(_ connection: NATSConnection) throws {
        let session = plan.session
        let follower = try FleetFollower(connection, session, wakeUp: wakeUp)
        openSession()
        while !isEnding.withLock({ $0 }) {
            switch try follower.next(milliseconds: Self.waitMilliseconds) {
            case .events(let events): publish(events.map(\.envelope))
            case .state(let state):
                bus.perform { [session] bus in bus.publish(stateOfFleet: state, session: session) }
            case nil: break
            }
        }
    }

    /// Opens the session of the vehicle, unless it is open; tries again as long as no gateway answers.
    private func openSession() {
        let session = plan.session
        requests.send(.openSession(session), of: session) { [weak self] reply in
            guard case .refused(let refusal) = reply else { return }
            self?.report(.warning, "failed to open the session in the fleet: \(refusal.text)")
            if refusal.code == .unavailable { self?.openSession() }
        }
    }

    private func followAll(_ connection: NATSConnection) throws {
        let sessions = FollowedSessions()
        let subscriptions = try [Topic.onNavigation, .onNavigationStopped].map { topic in
            try connection.subscribe(FleetNames.outputs(of: topic)) { [weak self] message in
                guard let event = FollowedEvent(message) else { return }
                self?.bus.perform { bus in sessions.publish(event.envelope, bus) }
            }
        }
        while !isEnding.withLock({ $0 }) {
            wakeUp.wait(milliseconds: Self.retryMilliseconds)
            if connection.isClosed { throw NATSError.closed }
            bus.perform { bus in sessions.closeSilent(bus) }
        }
        for subscription in subscriptions { subscription.unsubscribe() }
    }

    private func publish(_ events: [Envelope]) {
        bus.perform { bus in
            for event in events { bus.publish(event.event, session: event.session, tick: event.tick) }
        }
    }

    private func report(_ kind: ReportKind, _ text: String) {
        let session = plan.session
        bus.perform { bus in
            bus.publish(.control(ControlReport(control: "navbus", kind: kind, text: text)), session: session)
        }
    }
}

extension BusServer {
    /// Publishes the state of a session of a fleet. The route that is already followed is not started again: a control would
    /// announce it again.
    fileprivate func publish(stateOfFleet state: Snapshot, session: Session) {
        let started = state.latest.first { $0.event.topic == .onNavigationStarted }
        let isFollowed = isNavigating(session) && newest(.onNavigationStarted, of: session)?.event == started?.event
        if isNavigating(session), !isFollowed { publish(.navigationStopped(.replaced), session: session) }
        for envelope in state.latest where envelope.event.topic != .onCommand {
            if envelope.event.topic == .onNavigationStarted, isFollowed { continue }
            publish(envelope.event, session: session, tick: envelope.tick)
        }
    }
}
