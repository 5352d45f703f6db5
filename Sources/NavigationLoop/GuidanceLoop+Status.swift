import EventBus
import NavigationEvents
import Platform

extension GuidanceLoop {
    /// What the loop knows of its session.
    var status: SessionStatus {
        let (numbers, guided) = (drive.state.numbers, drive.state.guided)
        var own = SessionStatus(
            session: session, state: guided.state, routeID: guided.routeID, fixesAccepted: numbers.tick,
            toDestination: guided.toDestination, source: sourceState)
        own.fixAgeSeconds = lastFixAt.map { MonotonicInstant.now.seconds - $0 }
        own.sequence = sequence
        return own
    }

    /// What it has counted.
    var tally: LoopTally {
        let numbers = drive.state.numbers
        return LoopTally(
            lostRoutes: lostRoutes, rejectedFixes: numbers.rejectedFixes, sourceProblems: numbers.sourceProblems,
            logFailures: drive.log?.failures ?? 0, logBytes: drive.log?.byteCount ?? 0,
            droppedHeadings: compass.dropped)
    }

    /// Adds what the loop of the bus's own session knows to the status of the bus.
    func contribute(to status: inout BusStatus) {
        status.sessions = [self.status]
        tally.add(to: &status)
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

/// What loops have counted; of many it is one sum.
struct LoopTally: Sendable, Hashable {
    var lostRoutes: UInt64 = 0
    var rejectedFixes: UInt64 = 0
    var sourceProblems: UInt64 = 0
    var logFailures: UInt64 = 0
    var logBytes = 0
    var droppedHeadings: UInt64 = 0

    static func += (sum: inout LoopTally, other: LoopTally) {
        sum.lostRoutes += other.lostRoutes
        sum.rejectedFixes += other.rejectedFixes
        sum.sourceProblems += other.sourceProblems
        sum.logFailures += other.logFailures
        sum.logBytes += other.logBytes
        sum.droppedHeadings += other.droppedHeadings
    }

    /// Adds it to what the bus says of itself.
    ///
    /// - Parameter isOfOpened: Whether it is of sessions that were opened. The launcher gives its own session its route
    ///   again if that is lost, and is not to do so for those of others.
    func add(to status: inout BusStatus, isOfOpened: Bool = false) {
        let counted = [
            isOfOpened ? "lost_session_routes" : "lost_routes": lostRoutes, "rejected_fixes": rejectedFixes,
            "source_problems": sourceProblems,
            "drive_log_failures": logFailures, "dropped_headings": droppedHeadings,
        ]
        status.counters.merge(counted) { $0 + $1 }
        status.gauges["drive_log_bytes", default: 0] += Double(logBytes)
    }
}
