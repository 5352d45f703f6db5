import Launcher
import EventBus
import Glibc
import NavigationEvents
import Supervisor
import Synchronization

/// The bus of a replay. It publishes recorded events and answers only the requests that every bus answers.
final class ReplayBus: Sendable {
    /// The bytes that are published before the replay waits for the subscribers: half of the journal.
    static let windowBytes = journalBytes / 2
    private static let journalBytes = 64 << 20

    /// Whether events are published with their recorded numbers and bytes.
    let isVerbatim: Bool
    private let server: BusServer
    private let responder: RequestResponder

    /// Starts the bus.
    ///
    /// - Parameters:
    ///   - endpoints: The endpoints of the bus.
    ///   - survey: The survey of the recording.
    ///   - isVerbatim: Whether events keep their numbers and bytes. Then nothing else can be published.
    ///   - controlSet: The controls that may connect; `nil` for any.
    ///   - onReport: Called with each report of a control.
    init(
        endpoints: BusEndpoints, survey: ReplaySurvey, isVerbatim: Bool, controlSet: ControlSet?,
        onReport: @escaping @Sendable (ControlReport) -> Void
    ) async throws {
        self.isVerbatim = isVerbatim
        let settings = controlSet?.settings ?? [:]
        let responder = RequestResponder()
        self.responder = responder
        server = try BusServer(
            endpoints: endpoints, run: isVerbatim ? survey.wholeRun : nil, sessions: survey.sessions,
            journal: JournalSettings(maxBytes: Self.journalBytes), controlRoles: controlSet?.roles ?? [:],
            launcher: getpid(),
            settings: { hello throws(RequestError) in settings[hello.control] ?? [:] }, onReport: onReport,
            handler: { await responder.answer($0) })
        if isVerbatim { await server.beginReplay(after: survey.startCursors) }
        responder.open(server)
    }

    /// Publishes one event.
    func publish(_ event: StoredEvent) async {
        let envelope = event.envelope
        if isVerbatim, await server.publish(recorded: envelope, bytes: event.bytes) { return }
        await server.publish(envelope.event, session: envelope.session, tick: envelope.tick)
    }

    /// Notes the state of the process of a control.
    package func note(_ status: ControlStatus) async { await server.note(control: status) }

    /// The connected controls and taps.
    func followers() async -> [ControlStatus] { await server.status().controls }

    /// Delivers the last events, and stops the bus.
    func close() async {
        await server.close()
        responder.close()
    }
}

/// Answers requests once the bus exists.
private final class RequestResponder: Sendable {
    // A reference cycle with the bus, which `close` breaks.
    private let server = Mutex<BusServer?>(nil)

    func close() { server.withLock { $0 = nil } }

    func open(_ bus: BusServer) { server.withLock { $0 = bus } }

    func answer(_ request: Request) async -> Reply {
        // The cues of a recording have been planned.
        if case .speech = request { return .done }
        guard case .status = request, let bus = server.withLock({ $0 }) else {
            return .refused(
                RequestError(code: .unavailable, text: "this bus replays a recording; it accepts no such requests"))
        }
        return .status(await bus.status())
    }
}
