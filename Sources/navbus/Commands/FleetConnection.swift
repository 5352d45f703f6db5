import EventBus
import Glibc
import NavigationEvents
import Platform
import Supervisor
import Synchronization

/// A session of a fleet as a bus on this machine, for one command: `navbus link connect` runs until this process ends.
enum FleetConnection {
    /// How long the session may take to be found: its workers may be changing.
    private static let timeoutMilliseconds: Int32 = 10_000

    private static let known = Mutex<[Session: String]>([:])

    /// The endpoint of a bus with the session; it is started with the first call.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - servers: The NATS servers, as `--server` of `navbus fleet` takes them.
    static func endpoint(of session: Session, at servers: String) throws(BusError) -> String {
        if let endpoint = known.withLock({ $0[session] }) { return endpoint }
        guard let entry = ControlCatalog.discover().entry("link"), let program = try? entry.program(for: "connect")
        else {
            throw failure("the control link, which connects to fleets, is not installed")
        }
        let folder = try RunFolder.standard().path
        mkdir(folder, 0o700)
        let own = "\(folder)/fleet-\(getpid())"
        let output = try start([program, "connect", session.name, "--folder", own, "--server", servers])
        guard isReady(output) else {
            throw failure(
                "no worker of the fleet at \(servers) has the session \"\(session.name)\"; navbus fleet status shows "
                    + "the workers")
        }
        let endpoint = BusEndpoints(folder: RunFolder(path: own)).requests
        known.withLock { $0[session] = endpoint }
        return endpoint
    }

    /// Starts the program with a pipe as its lifeline, and returns the descriptor of its output.
    private static func start(_ words: [String]) throws(BusError) -> Int32 {
        var (lifeline, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        guard pipe(&lifeline) == 0, pipe(&output) == 0 else {
            throw failure(
                "the system has no free descriptors: \(String(cString: strerror(errno)))")
        }
        for descriptor in lifeline + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, lifeline[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        // Ctrl-C is for this process, which still needs the bus for its last events.
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        setenv("NAVBUS_LIFELINE", "stdin", 1)
        defer { unsetenv("NAVBUS_LIFELINE") }
        var processID: pid_t = 0
        let status = posix_spawn(&processID, words[0], &actions, &attributes, &arguments, environ)
        guard status == 0 else {
            throw failure("\(words[0]) cannot be started: \(String(cString: strerror(status)))")
        }
        close(lifeline[0])
        close(output[1])
        return output[0]
    }

    /// Waits for the first line of the program, which it prints when the bus is there.
    private static func isReady(_ output: Int32) -> Bool {
        var waited = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&waited, 1, timeoutMilliseconds) == 1 else { return false }
        var byte: UInt8 = 0
        return read(output, &byte, 1) == 1
    }

    private static func failure(_ text: String) -> BusError {
        .refused(RequestError(code: .unavailable, text: text))
    }
}
