import EventBus
import Glibc
import NATS
import NavigationControl
import NavigationEvents
import Platform

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
            let stop = StopRequest()
            signal(SIGPIPE, SIG_IGN)
            try stop.watchSignals()
            if getenv("NAVBUS_LIFELINE").map({ String(cString: $0) }) == "stdin" { try stop.watchInput() }
            let connection = try FleetOptions.connection(words)
            try show(session, BusEndpoints(folder: RunFolder(path: folder)), connection, until: stop)
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
        _ session: Session, _ endpoints: BusEndpoints, _ connection: NATSConnection, until stop: StopRequest
    ) throws {
        let wakeUp = try WakeUp()
        stop.wakes { wakeUp.wake() }
        let requests = FleetRequests()
        try requests.attach(connection)
        let follower = try FleetFollower(connection, session, wakeUp: wakeUp)
        var mirror: SessionMirror?
        defer { mirror?.close() }
        while !stop.isPending {
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

extension Snapshot {
    /// The state before the first event of a run.
    fileprivate static func beginning(of run: UInt64, _ session: Session) -> Snapshot {
        Snapshot(run: run, session: session, sequence: 0, topicSequences: [:], latest: [])
    }
}
