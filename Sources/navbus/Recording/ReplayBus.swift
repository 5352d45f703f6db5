import EventBus
import Glibc
import NavigationEvents
import Supervisor
import Synchronization

/// The bus of a replay: it publishes what was recorded, and answers only what is asked of any bus.
final class ReplayBus: Sendable {
    /// How much is published before those who follow have to have got it: half of what the journal holds for them.
    static let windowBytes = journalBytes / 2
    private static let journalBytes = 64 << 20

    /// Published exactly as recorded.
    let isVerbatim: Bool
    private let server: BusServer
    private let box: Answering

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - survey: What is to be replayed.
    ///   - isVerbatim: Whether events keep their numbers and bytes; then nobody else can publish anything.
    ///   - lineup: The controls that may come; `nil` if anybody may.
    init(
        endpoints: BusEndpoints, survey: ReplaySurvey, isVerbatim: Bool, lineup: ControlLineup?,
        onReport: @escaping @Sendable (ControlReport) -> Void
    ) async throws {
        self.isVerbatim = isVerbatim
        let settings = lineup?.settings ?? [:]
        let box = Answering()
        self.box = box
        server = try BusServer(
            endpoints: endpoints, run: isVerbatim ? survey.wholeRun : nil, sessions: survey.sessions,
            journal: JournalSettings(mostBytes: Self.journalBytes), controlRoles: lineup?.roles ?? [:],
            launcher: getpid(),
            settings: { hello throws(RequestError) in settings[hello.control] ?? [:] }, onReport: onReport,
            handler: { await box.answer($0) })
        if isVerbatim { await server.beginReplay(behind: survey.places) }
        box.open(server)
    }

    /// Publishes one event.
    func publish(_ event: TapedEvent) async {
        let envelope = event.envelope
        if isVerbatim, await server.publish(recorded: envelope, bytes: event.bytes) { return }
        await server.publish(envelope.event, session: envelope.session, tick: envelope.tick)
    }

    /// Takes note of how the process of a control fares.
    func note(_ status: ControlStatus) async { await server.note(control: status) }

    /// The controls and taps that are there.
    func followers() async -> [ControlStatus] { await server.status().controls }

    /// Lets what was published last arrive, and stops to listen.
    func close() async {
        await server.close()
        box.close()
    }
}

/// Answers requests once the bus is there.
private final class Answering: Sendable {
    // The bus holds this, and this the bus: let go of at the end.
    private let server = Mutex<BusServer?>(nil)

    func close() { server.withLock { $0 = nil } }

    func open(_ bus: BusServer) { server.withLock { $0 = bus } }

    func answer(_ request: Request) async -> Reply {
        guard case .status = request, let bus = server.withLock({ $0 }) else {
            return .refused(
                RequestError(code: .unavailable, text: "a recording is replayed here: it cannot be steered"))
        }
        return .status(await bus.status())
    }
}
