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
            throw failure("\(SystemError(operation: "make a pipe"))")
        }
        for descriptor in lifeline + output { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        do throws(SystemError) {
            // Ctrl-C is for this process, which still needs the bus for its last events.
            _ = try Spawn(
                words: ["NAVBUS_LIFELINE=stdin"] + words, descriptors: [lifeline[0], output[1], STDERR_FILENO]
            ).run()
        } catch {
            throw failure("\(error)")
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
