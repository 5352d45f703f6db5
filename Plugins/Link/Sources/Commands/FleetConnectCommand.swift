import EventBus
import Glibc
import NATS
import NavigationControl
import NavigationEvents
import Platform
import Synchronization

/// The command `navbus link connect`, which shows a session of a fleet as a bus on this machine.
enum FleetConnectCommand {
    private static let help = """
        navbus link connect: shows a session of the fleet as a bus on this machine, until Ctrl-C.

        Usage: navbus link connect SESSION --folder FOLDER [--server URL[,URL]…]

          SESSION               name of the session
          --folder FOLDER       run folder of the bus: its sockets are FOLDER/requests and FOLDER/events
        \(FleetOptions.help)

        Every program that works with a bus works with this one: its events are those of the fleet, byte for byte, and
        requests go to the fleet. navbus tap, record, status and trace start it by themselves with --server.

        Exit codes: 0 done, 64 wrong usage, 69 no server answers, 76 the servers refused.
        """
    private static let waitMilliseconds: Int32 = 250

    /// Runs the command, on the main thread.
    static func run(_ arguments: [String]) -> ExitStatus {
        if CommandArguments.requestsHelp(arguments) {
            Terminal.lines(help)
            return .success
        }
        do {
            let words = try CommandArguments(arguments, options: FleetOptions.options.union(["--folder"]))
            guard words.words.count == 1, let session = Session(words.words[0]) else {
                throw CommandArguments.Problem(text: "connect takes the name of one session")
            }
            guard let folder = words.text("--folder"), folder.hasPrefix("/") else {
                throw CommandArguments.Problem(text: "connect needs --folder with an absolute path")
            }
            let isNew = access(folder, F_OK) != 0
            // A folder that does not exist yet is made by the bus, and removed with it.
            defer { if isNew { remove(folder) } }
            let end = try EndSignal()
            let connection = try FleetOptions.connection(words)
            try show(session, BusEndpoints(folder: RunFolder(path: folder)), connection, until: end)
            return .success
        } catch {
            return FleetCommandError.report(error)
        }
    }

    /// Removes the folder of an ended bus with its sockets and its lock.
    private static func remove(_ folder: String) {
        for name in ["requests", "events", "lock"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func show(
        _ session: Session, _ endpoints: BusEndpoints, _ connection: NATSConnection, until end: EndSignal
    ) throws {
        let requests = FleetRequests()
        try requests.attach(connection)
        let follower = try FleetFollower(connection, session, wakeUp: end.wakeUp)
        var mirror: SessionMirror?
        defer { mirror?.close() }
        while !end.isRequested {
            switch try follower.next(milliseconds: waitMilliseconds) {
            case .state(let state):
                mirror?.close()
                mirror = try SessionMirror(
                    session, state, history: try follower.history(upTo: state), endpoints: endpoints, requests: requests
                )
                Terminal.line("\(session.name) is at \(endpoints.requests)")
                // Its reader waits for this line.
                fflush(nil)
            case .events(let events):
                for event in events {
                    if event.envelope.run != mirror?.run {
                        mirror?.close()
                        mirror = try SessionMirror(
                            session, .beginning(of: event.envelope.run, session), history: [], endpoints: endpoints,
                            requests: requests)
                    }
                    mirror?.publish([event])
                }
            case nil: break
            }
        }
    }
}

/// Notices that a command has to end: SIGINT, SIGTERM or SIGHUP, or the end of its standard input if that is its lifeline.
private final class EndSignal: Sendable {
    let wakeUp: WakeUp
    private let requested = Mutex(false)

    var isRequested: Bool { requested.withLock { $0 } }

    /// Begins to watch; signals are blocked on the calling thread.
    init() throws {
        wakeUp = try WakeUp()
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        try SystemThread.detach("signals") { [self, signals] in
            var (signals, number) = (signals, Int32(0))
            while sigwait(&signals, &number) != 0 {}
            request()
        }
        guard getenv("NAVBUS_LIFELINE").map({ String(cString: $0) }) == "stdin" else { return }
        try SystemThread.detach("lifeline") { [self] in
            var byte: UInt8 = 0
            while read(STDIN_FILENO, &byte, 1) > 0 {}
            request()
        }
    }

    private func request() {
        requested.withLock { $0 = true }
        wakeUp.wake()
    }
}

extension Snapshot {
    /// The state before the first event of a run.
    fileprivate static func beginning(of run: UInt64, _ session: Session) -> Snapshot {
        Snapshot(run: run, session: session, sequence: 0, topicSequences: [:], latest: [])
    }
}
