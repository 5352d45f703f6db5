import Access
import Journal
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Records the state of the process of a supervised control: its launcher reports each start and end.
    public func note(control reported: ControlStatus) {
        admissionControl.policy.note(control: reported.control, process: reported.processID)
        servePostponed()
        if ![.starting, .running].contains(reported.state) { commandHandlers.end(reported.control) }
        // A new process counts its reports from the beginning.
        if reported.state == .starting {
            for log in sessions.all { log.reports.forget(reported.control, processID: reported.processID) }
        }
        controls.note(reported)
    }

    /// Handles the hello of a control.
    func join(_ hello: Hello, from peer: PeerIdentity) {
        let mayHear = admissionControl.policy.rights(of: peer)?.topics.contains(.onCommand) ?? false
        let isReached = mayHear && hello.topics.contains(.onCommand)
        commandHandlers.join(hello, isReached: isReached, now: MonotonicInstant.now.nanoseconds)
        if hello.acceptsCommands, !isReached {
            warnOnce(
                "deaf",
                "\(peer) handles commands, but does not receive them: "
                    + (mayHear ? "its hello lacks onCommand" : "add onCommand to the topics of its key"))
        }
        let now = MonotonicInstant.now.nanoseconds
        controls.update(hello.control) { $0.join(processID: hello.processID, owner: peer, nanoseconds: now) }
    }

    /// Handles the heartbeat of a control. A control that the bus did not know is known from now on.
    func handle(_ vitals: ControlVitals, session: Session, from peer: PeerIdentity) {
        counters.heartbeats += 1
        let now = MonotonicInstant.now.nanoseconds
        guard controls.register(vitals.control, processID: vitals.processID, owner: peer, now: now) else { return }
        controls.update(vitals.control) { $0.heartbeat(vitals, nanoseconds: now) }
        commandHandlers.recordHeartbeat(vitals.control, processID: vitals.processID, session: session, now: now)
    }

    /// Publishes a report, unless it was published when it was sent before.
    func handle(_ report: ControlReport, session: Session) -> Reply {
        guard let log = sessions[session] else { return noSuchSession(session) }
        let bytes = report.control.utf8.count + report.effect.utf8.count + report.text.utf8.count
        guard bytes <= BusLimits.maxReportBytes else {
            counters.access.oversizedRequests += 1
            return refusal(
                .forbidden,
                "the texts of a report may have \(BusLimits.maxReportBytes) bytes, and these have \(bytes); "
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
            if state != .running {
                commandHandlers.leave(report.control, processID: report.processID, session: session)
            }
        }
        onReport(report)
        if !keepsReports { publish(.control(report), session: session) }
        return .done
    }

    /// The status of the bus, without the guidance of its sessions. Only the bus's own sessions are included; see
    /// ``states(from:most:)`` for the others.
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

    /// The values that rise and fall.
    private var gauges: [String: Double] {
        [
            "connections": Double(admissionControl.connections.count),
            "journal_bytes": Double(sessions.all.reduce(0) { $0 + $1.journal.byteCount }),
            "journal_events": Double(sessions.all.reduce(0) { $0 + $1.journal.count }),
            "open_sessions": Double(sessions.count),
            "navigating_sessions": Double(sessions.all.count { $0.isNavigating }),
        ]
    }

    /// The states of the sessions from a name on, in the order of their names.
    ///
    /// - Parameters:
    ///   - first: The first name; empty for all.
    ///   - most: Maximum number of sessions.
    public func states(from first: String, most: Int) -> [SessionStatus] {
        sessions.from(first, most: most).map(\.status)
    }

    /// The status without the parts that take longer with more sessions.
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
    /// The state of a control after a report about itself; `nil` if the report does not change it.
    fileprivate init?(after kind: ReportKind) {
        switch kind {
        case .ready: self = .running
        case .leaving: self = .stopped
        case .failed: self = .failed
        default: return nil
        }
    }
}
