import EventBus
import Guidance
import NavigationControl
import NavigationEvents
import Positions
import Supervisor

/// Holds the running parts together: bus, guidance loop, controls.
actor Conductor {
    private let plan: BusRun
    private let bus: BusServer
    private let loop: GuidanceLoop
    private let supervisor: Supervisor
    private let roster: ControlRoster
    /// Why the run was of no use; `nil` if it was.
    private(set) var failure: ConfigurationError?

    /// Binds the sockets and starts the controls.
    init(run plan: BusRun) async throws {
        self.plan = plan
        let (screen, session) = (plan.screen, plan.profile.bus.session)
        let desk = RequestDesk(lineup: plan.lineup)
        bus = try BusServer(
            endpoints: plan.endpoints, sessions: [session],
            settings: { hello throws(RequestError) in try desk.settings(for: hello) },
            onReport: { desk.roster.noteReport($0) }, handler: { await desk.answer($0) })
        loop = GuidanceLoop(
            bus: bus, session: session, settings: GuidanceSettings(cueTimingFactor: plan.profile.guidance.factor),
            screen: screen)
        supervisor = Supervisor(onOutput: { screen.show($0) }) { status in
            screen.show(status)
            desk.roster.note(status)
        }
        roster = desk.roster
        desk.open(bus: bus, loop: loop)
        screen.began(plan.endpoints.requests, controls: plan.lineup.members.map(\.entry.manifest.id))
        for companion in plan.companions { await supervisor.start(companion) }
        for member in plan.lineup.members { await launch(member) }
    }

    private func launch(_ member: ControlLineup.Member) async {
        let id = member.entry.manifest.id
        guard let launch = plan.lineup.plan(for: member, endpoints: plan.endpoints, session: plan.profile.bus.session)
        else {
            let text = "its executable \(member.entry.manifest.executable) is missing; build or install it"
            let status = ControlStatus(control: id, state: .failed, text: text)
            roster.note(status)
            plan.screen.show(status)
            return
        }
        await supervisor.start(launch)
    }

    /// Starts the route once the controls are ready, then follows the source to its end; a bus without a
    /// recording goes on until it is cancelled.
    func guide() async {
        for control in await roster.waitUntilSettled(within: BusRun.readinessPatience) {
            plan.screen.warn(
                "control \(control) has not said hello to the bus; the drive starts without waiting for it")
        }
        guard !Task.isCancelled else { return }
        if let route = plan.route {
            do {
                try await loop.start(route)
            } catch {
                plan.screen.warn("failed to \(error)")
                failure = ConfigurationError(
                    file: plan.profile.route?.path ?? plan.profile.file, text: "failed to \(error)")
            }
        }
        if let source = plan.source {
            for await event in source.positions() {
                if Task.isCancelled { return }
                await loop.accept(event)
                if case .ended = event { return await checkUsefulness() }
            }
        }
        await Forever.wait()
    }

    /// A recording that held no position has guided nobody; that must not look like success.
    private func checkUsefulness() async {
        let status = await loop.sessionStatus()
        guard status.fixesAccepted == 0 else { return }
        failure = ConfigurationError(
            file: plan.profile.source?.path ?? plan.profile.file,
            text: "held no position that could be used; give another recording as source.path", isAboutAccess: true)
    }

    /// Kills the controls that have not ended yet.
    func hasten() async { await supervisor.hasten() }

    /// Ends navigation, then the controls, then the bus.
    func end() async {
        await loop.stop()
        await supervisor.stop()
        await bus.close()
        await plan.screen.flush()
    }
}

/// Waits for cancellation.
enum Forever {
    static func wait() async {
        let (stream, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
    }
}
