import EventBus
import EventCodec
import Glibc
import Journal
package import NavigationEvents
import Platform
import ZeroMQ

/// The components of the process: the bus and the loops of its sessions.
package struct LoopParts: LaunchedBus {
    let bus: BusServer
    /// The loop of the bus's own session.
    let loop: GuidanceLoop
    let fleet: Fleet

    /// Binds the sockets and resumes the drive of a killed bus, if there is one.
    ///
    /// - Parameters:
    ///   - launcher: The process that starts the controls; `nil` if there is none.
    ///   - boundsProcess: Whether the process serves this bus alone, so that its memory may be limited.
    ///   - makeSource: Makes the source of positions.
    init(
        _ plan: LoopPlan, launcher: Int32? = nil, boundsProcess: Bool = false,
        makeSource: @escaping SourceMaker = SourcePlan.maker
    ) async throws(BusError) {
        var journal = plan.journal
        journal.resumeKey = plan.resumeKey
        if plan.passesTimeWithPositions {
            journal.openedBytes = max(journal.openedBytes, JournalSettings.fleetOpenedBytes)
        }
        var limits = BusLimits(maxSessions: plan.maxSessions)
        limits.boundsProcess = boundsProcess
        let requestHandler = RequestHandler(settings: plan.controlSettings)
        bus = try BusServer(
            endpoints: plan.endpoints, sessions: [plan.session], limits: limits,
            journal: journal, access: plan.access,
            controlRoles: plan.controlRoles, launcher: launcher, isHeldBack: true,
            settings: { hello throws(RequestError) in try requestHandler.settings(for: hello) },
            onPosition: { requestHandler.take($1, session: $0) }, onHeading: { requestHandler.take($1, session: $0) },
            onMotion: { requestHandler.take($1, session: $0) },
            onElapsed: { requestHandler.take(elapsedTo: $1, session: $0) },
            handler: { await requestHandler.answer($0) })
        let timer = SilenceTimer(bus: bus)
        loop = GuidanceLoop(bus: bus, plan: plan, timer: timer, makeSource: makeSource)
        fleet = Fleet(bus: bus, plan: plan, own: loop)
        await fleet.recover()
        requestHandler.open(self)
        await bus.begin()
        Task(executorPreference: boundsProcess ? bus.executor : nil) { [fleet] in await fleet.resume() }
    }

    package static func open(_ plan: LoopPlan, launcher: Int32) async throws -> LoopParts {
        try await open(plan, launcher: launcher, makeSource: SourcePlan.maker)
    }

    /// Like ``open(_:launcher:)``, with sources of the caller.
    package static func open(
        _ plan: LoopPlan, launcher: Int32, makeSource: @escaping SourceMaker
    ) async throws -> LoopParts {
        let parts = try await LoopParts(plan, launcher: launcher, boundsProcess: true, makeSource: makeSource)
        if let path = getenv(BusEndpoints.statusVariable) { await parts.sendStatus(to: String(cString: path)) }
        return parts
    }

    /// Sends the status to the launcher once a second, which spares it the requests.
    private func sendStatus(to path: String) async {
        await bus.everySecond { [fleet] bus in
            var status = bus.status()
            fleet.assumeIsolated { $0.contribute(to: &status) }
            UnixDatagramSocket.send(status.wireBytes(), to: path)
        }
    }

    package func begin() async { await loop.begin() }

    package func note(control: ControlStatus) async { await bus.note(control: control) }

    package func note(observer: ControlStatus) async { await bus.note(observer: observer) }

    /// Stops navigation, waits until the last events have arrived, and removes everything that could be resumed.
    package func end() async {
        await fleet.end()
        await bus.removeJournal()
        await bus.close()
    }
}
