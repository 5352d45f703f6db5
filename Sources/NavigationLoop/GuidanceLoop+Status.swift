import EventBus
import NavigationEvents
import Platform

extension GuidanceLoop {
    /// The status of the session.
    var status: SessionStatus {
        let (numbers, guided) = (drive.state.numbers, drive.state.guided)
        var own = SessionStatus(
            session: session, state: guided.state, routeID: guided.routeID, fixesAccepted: numbers.tick,
            toDestination: guided.toDestination, source: sourceState)
        own.fixAgeSeconds = lastFixAt.map { MonotonicInstant.now.seconds - $0 }
        own.sequence = sequence
        return own
    }

    /// The counters of the loop.
    var loopCounters: LoopCounters {
        let numbers = drive.state.numbers
        return LoopCounters(
            lostRoutes: lostRoutes, rejectedFixes: numbers.rejectedFixes, sourceProblems: numbers.sourceProblems,
            logFailures: drive.log?.failures ?? 0, logBytes: drive.log?.byteCount ?? 0,
            droppedHeadings: compass.dropped, droppedMotions: motionSensors.dropped)
    }

    /// Adds the status of the bus's own session to the status of the bus.
    func contribute(to status: inout BusStatus) {
        status.sessions = [self.status]
        loopCounters.add(to: &status)
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

/// Counters of a loop; those of several loops are added.
struct LoopCounters: Sendable, Hashable {
    var lostRoutes: UInt64 = 0
    var rejectedFixes: UInt64 = 0
    var sourceProblems: UInt64 = 0
    var logFailures: UInt64 = 0
    var logBytes = 0
    var droppedHeadings: UInt64 = 0
    var droppedMotions: UInt64 = 0

    static func += (sum: inout LoopCounters, other: LoopCounters) {
        sum.lostRoutes += other.lostRoutes
        sum.rejectedFixes += other.rejectedFixes
        sum.sourceProblems += other.sourceProblems
        sum.logFailures += other.logFailures
        sum.logBytes += other.logBytes
        sum.droppedHeadings += other.droppedHeadings
        sum.droppedMotions += other.droppedMotions
    }

    /// Adds the counters to the status of the bus.
    ///
    /// - Parameter isOfOpened: Whether the counters are those of opened sessions. The launcher starts the lost route of
    ///   the bus's own session again, but not those of opened sessions.
    func add(to status: inout BusStatus, isOfOpened: Bool = false) {
        let counted = [
            isOfOpened ? "lost_session_routes" : "lost_routes": lostRoutes, "rejected_fixes": rejectedFixes,
            "source_problems": sourceProblems,
            "drive_log_failures": logFailures, "dropped_headings": droppedHeadings,
            "dropped_motions": droppedMotions,
        ]
        status.counters.merge(counted) { $0 + $1 }
        status.gauges["drive_log_bytes", default: 0] += Double(logBytes)
    }
}
