import Access
import Journal
import NavigationEvents
import Platform

/// The controls of a bus: what their launcher, their hellos, their heartbeats and their reports say about them, and
/// which of them handle commands.
final class ControlRegistry {
    private var table = ControlTable()
    private var handlers = CommandHandlers()
    private let sessions: SessionRegistry
    private let publisher: EventPublisher
    private let counters: BusCounters
    private let onReport: @Sendable (ControlReport) -> Void

    /// Begins without controls.
    ///
    /// - Parameter onReport: Gets each report before it is published.
    init(
        _ sessions: SessionRegistry, _ publisher: EventPublisher, _ counters: BusCounters,
        onReport: @escaping @Sendable (ControlReport) -> Void
    ) {
        self.sessions = sessions
        self.publisher = publisher
        self.counters = counters
        self.onReport = onReport
    }

    /// Records the state of the process of a supervised control: its launcher reports each start and end.
    func note(_ reported: ControlStatus) {
        if ![.starting, .running].contains(reported.state) { handlers.end(reported.control) }
        // A new process counts its reports from the beginning.
        if reported.state == .starting {
            for log in sessions.all { log.reports.forget(reported.control, processID: reported.processID) }
        }
        table.note(reported)
    }

    /// Handles the hello of a control.
    ///
    /// - Parameters:
    ///   - hello: The hello.
    ///   - peer: Its sender.
    ///   - mayReceive: Whether the sender has the right to receive commands.
    /// - Returns: The reason for a refusal; `nil` if the control is known now.
    func join(_ hello: Hello, from peer: PeerIdentity, mayReceive: Bool) -> RequestError? {
        let now = MonotonicInstant.now.nanoseconds
        guard table.register(hello.control, processID: hello.processID, owner: peer, now: now) else {
            return RequestError(
                code: .unavailable,
                text:
                    "the bus knows \(table.count) controls that are alive; use the name of one of them, or end some")
        }
        let isReached = mayReceive && hello.topics.contains(.onCommand)
        handlers.join(hello, isReached: isReached, now: now)
        if hello.acceptsCommands, !isReached {
            publisher.warnOnce(
                "deaf",
                "\(peer) handles commands, but does not receive them: "
                    + (mayReceive ? "its hello lacks onCommand" : "add onCommand to the topics of its key"))
        }
        table.update(hello.control) { $0.join(processID: hello.processID, owner: peer, nanoseconds: now) }
        return nil
    }

    /// Handles the heartbeat of a control. A control that the bus did not know is known from now on.
    func handle(_ vitals: ControlVitals, session: Session, from peer: PeerIdentity) {
        counters.heartbeats += 1
        let now = MonotonicInstant.now.nanoseconds
        guard table.register(vitals.control, processID: vitals.processID, owner: peer, now: now) else { return }
        table.update(vitals.control) { $0.heartbeat(vitals, nanoseconds: now) }
        handlers.recordHeartbeat(vitals.control, processID: vitals.processID, session: session, now: now)
    }

    /// Publishes a report, unless it was published when it was sent before.
    func handle(_ report: ControlReport, session: Session) -> Reply {
        guard let log = sessions[session] else { return .refused(sessions.missing(session)) }
        if let problem = report.problem {
            counters.access.oversizedRequests += 1
            return .refused(RequestError(code: .forbidden, text: problem))
        }
        guard log.reports.isNew(report) else {
            counters.repeatedReports += 1
            return .done
        }
        if report.effect.isEmpty, let state = ControlState(after: report.kind) {
            table.update(report.control) { $0.report(state, report.text) }
            if state != .running { handlers.leave(report.control, processID: report.processID, session: session) }
        }
        onReport(report)
        publisher.publish(report, session: session)
        return .done
    }

    /// Publishes a command of a person, with the state that results from it; see
    /// ``BusServer/publish(action:session:)``.
    func publish(_ action: ControlAction, session: Session) throws(RequestError) {
        guard let log = sessions[session] else { throw sessions.missing(session) }
        guard !action.needsHandler || handlers.hasHandler(in: session, now: MonotonicInstant.now.nanoseconds) else {
            throw RequestError(
                code: .unavailable,
                text: "no control in session \"\(session.name)\" handles commands: start one that does, such as "
                    + "speech, and wait for its first heartbeat")
        }
        let command = (log.command ?? ControlCommand()).updated(by: action)
        guard publisher.publish(.command(command), session: session) else {
            throw RequestError(code: .unavailable, text: "the bus is ending; send the command again after its restart")
        }
        log.lastCommand = command
    }

    /// Removes the data about a closed session.
    func close(_ session: Session) { handlers.close(session) }

    /// The states of all controls, in the order of their names.
    var statuses: [ControlStatus] {
        let now = MonotonicInstant.now.nanoseconds
        return table.all.map { $0.status(nanoseconds: now) }.sorted { $0.control < $1.control }
    }
}

extension ControlReport {
    /// The reason why a bus refuses the report; `nil` if it does not.
    fileprivate var problem: String? {
        let bytes = control.utf8.count + effect.utf8.count + text.utf8.count
        guard bytes <= BusLimits.maxReportBytes else {
            return "the texts of a report may have \(BusLimits.maxReportBytes) bytes, and these have \(bytes); "
                + "shorten them"
        }
        return picture?.problem.map { "the picture of a report \($0)" }
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
