public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Takes note of how the process of a supervised control fares: its launcher tells whenever it starts or ends.
    public func note(control told: ControlStatus) {
        book.policy.note(control: told.control, process: told.processID)
        servePostponed()
        if ![.starting, .running].contains(told.state) { takers.end(told.control) }
        // A process that begins counts its reports anew.
        if told.state == .starting {
            for log in sessions.all { log.reports.forget(told.control, processID: told.processID) }
        }
        controls.note(told)
    }

    /// A control has said hello.
    func join(_ hello: Hello, from peer: PeerIdentity) {
        let mayHear = book.policy.rights(of: peer)?.topics.contains(.onCommand) ?? false
        let isReached = mayHear && hello.topics.contains(.onCommand)
        takers.join(hello, isReached: isReached, now: MonotonicInstant.now.nanoseconds)
        if hello.takesCommands, !isReached {
            warnOnce(
                "deaf",
                "\(peer) does what people ask of controls, but does not hear it: "
                    + (mayHear ? "its hello lacks onCommand" : "add onCommand to the topics of its key"))
        }
        let now = MonotonicInstant.now.nanoseconds
        controls.update(hello.control) { $0.join(processID: hello.processID, owner: peer, nanoseconds: now) }
    }

    /// A control says that it is alive; one that the bus did not know is known from now on.
    func take(_ vitals: ControlVitals, session: Session, from peer: PeerIdentity) {
        counters.heartbeats += 1
        let now = MonotonicInstant.now.nanoseconds
        guard controls.meet(vitals.control, processID: vitals.processID, owner: peer, now: now) else { return }
        controls.update(vitals.control) { $0.beat(vitals, nanoseconds: now) }
        takers.hear(vitals.control, processID: vitals.processID, session: session, now: now)
    }

    /// Publishes a report, unless that was done when it was sent before.
    func take(_ report: ControlReport, session: Session) -> Reply {
        guard let log = sessions[session] else { return noSuchSession(session) }
        let bytes = report.control.utf8.count + report.effect.utf8.count + report.text.utf8.count
        guard bytes <= BusLimits.largestReportBytes else {
            counters.access.oversizedRequests += 1
            return refusal(
                .forbidden,
                "the words of a report may have \(BusLimits.largestReportBytes) bytes, and these have \(bytes); "
                    + "shorten them")
        }
        if let problem = report.picture?.problem {
            counters.access.oversizedRequests += 1
            return refusal(.forbidden, "the picture of a report \(problem)")
        }
        guard log.reports.isNew(report) else {
            counters.repeatedReports += 1
            return .done
        }
        if report.effect.isEmpty, let state = ControlState(after: report.kind) {
            controls.update(report.control) { $0.report(state, report.text) }
            if state != .running { takers.leave(report.control, processID: report.processID, session: session) }
        }
        onReport(report)
        if !keepsReports { publish(.control(report), session: session) }
        return .done
    }

    /// What the bus knows of itself; the guidance of its sessions is for others to fill in. Of the sessions only its own
    /// are there: see ``states(from:most:)``.
    public func status() -> BusStatus {
        let now = MonotonicInstant.now.nanoseconds
        var counters = counters
        counters.journalFallbacks = sessions.all.reduce(closedFallbacks) { $0 + $1.journal.fallbacks }
        return BusStatus(
            run: run, processID: currentProcessID(), uptimeSeconds: Double(now - startedNanoseconds) / 1e9,
            sessions: sessions.own.map(\.status),
            controls: controls.all.map { $0.status(nanoseconds: now) }.sorted { $0.control < $1.control },
            counters: counters.byName, gauges: gauges)
    }

    /// What goes up and down.
    private var gauges: [String: Double] {
        [
            "connections": Double(book.connections.count),
            "journal_bytes": Double(sessions.all.reduce(0) { $0 + $1.journal.byteCount }),
            "journal_events": Double(sessions.all.reduce(0) { $0 + $1.journal.count }),
            "open_sessions": Double(sessions.count),
            "navigating_sessions": Double(sessions.all.count { $0.isNavigating }),
        ]
    }

    /// The sessions from a name on, in the order of their names.
    ///
    /// - Parameters:
    ///   - first: The first name that counts; empty: from the beginning.
    ///   - most: How many at most.
    public func states(from first: String, most: Int) -> [SessionStatus] {
        sessions.from(first, most: most).map(\.status)
    }

    /// The status without anything that takes longer with more sessions.
    public func outline() -> BusStatus {
        BusStatus(
            run: run, processID: currentProcessID(),
            uptimeSeconds: Double(MonotonicInstant.now.nanoseconds - startedNanoseconds) / 1e9)
    }
}

extension SessionLog {
    fileprivate var status: SessionStatus {
        SessionStatus(session: session, state: isNavigating ? .enroute : .stopped, sequence: sequence)
    }
}

extension ControlState {
    /// What a report about the control itself says of it; `nil` if nothing new.
    fileprivate init?(after kind: ReportKind) {
        switch kind {
        case .ready: self = .running
        case .leaving: self = .stopped
        case .failed: self = .failed
        default: return nil
        }
    }
}
