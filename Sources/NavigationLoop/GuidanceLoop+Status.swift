import EventBus
import NavigationEvents

extension GuidanceLoop {
    /// What the loop knows of its session.
    var status: SessionStatus {
        let (numbers, guided) = (drive.state.numbers, drive.state.guided)
        var own = SessionStatus(
            session: session, state: guided.state, routeID: guided.routeID, fixesAccepted: numbers.tick,
            toDestination: guided.toDestination, source: sourceState)
        own.fixAgeSeconds = lastFixAt.map { monotonicSeconds() - $0 }
        own.sequence = sequence
        return own
    }

    /// Adds what it has counted.
    func count(in status: inout BusStatus) {
        let numbers = drive.state.numbers
        let counted = [
            "lost_routes": lostRoutes, "rejected_fixes": numbers.rejectedFixes,
            "source_problems": numbers.sourceProblems,
            "drive_log_failures": drive.log?.failures ?? 0,
        ]
        status.counters.merge(counted) { $0 + $1 }
        status.gauges["drive_log_bytes", default: 0] += Double(drive.log?.byteCount ?? 0)
    }

    /// Adds what the loop of the bus's own session knows to the status of the bus.
    func contribute(to status: inout BusStatus) {
        status.sessions = [self.status]
        count(in: &status)
        status.gauges["resident_bytes"] = Double(ownResidentBytes())
        status.histograms["fix_to_event"] = fixToEvent
    }

    private var sourceState: SourceState {
        if source == nil { return .none }
        if !mayRead { return .waiting }
        if drive.state.numbers.isSourceEnded { return .ended }
        if reading == nil { return .waiting }
        return watch.isStale ? .stale : .running
    }
}
