import EventBus
import NavigationEvents

/// The running parts: the bus and the loop.
struct LoopParts: Sendable {
    let bus: BusServer
    let loop: GuidanceLoop

    /// Binds the sockets, and goes on with the drive that was left behind, if there is one.
    init(_ plan: LoopPlan) async throws(BusError) {
        var journal = plan.journal
        journal.resumeKey = plan.resumeKey
        let desk = RequestDesk(settings: plan.controlSettings)
        bus = try BusServer(
            endpoints: plan.endpoints, sessions: [plan.session], journal: journal, access: plan.access,
            controlRoles: plan.controlRoles,
            settings: { hello throws(RequestError) in try desk.settings(for: hello) },
            onPosition: { desk.take($1, session: $0) }, handler: { await desk.answer($0) })
        loop = GuidanceLoop(bus: bus, plan: plan)
        await loop.resume()
        desk.open(self)
    }

    /// Stops navigation, lets the last events arrive, and leaves nothing to be continued.
    func end() async {
        await loop.end()
        await bus.removeJournal()
        await bus.close()
    }
}
