import CPlatform
import Glibc
import Platform
import Regions
import Synchronization

/// A Valhalla that serves the road network of a region on a port of 127.0.0.1. It ends with this process at the latest.
///
/// A thread starts the process, reads its messages and waits for its end. The kernel kills a child when the thread that started it
/// ends, so that thread lives as long as the child.
final class ValhallaProcess: Sendable {
    private struct State {
        /// The number of the process, until its end was noted.
        var process: Int32?
        /// How it ended, in words.
        var ending: String?
        var isWanted = true
    }

    /// Time until it listens; its libraries may come from a slow disk.
    private static let startSeconds = 30.0
    private static let pollMicroseconds: UInt32 = 5000

    let region: Region
    private let port: LoopbackPort
    private let state = Mutex(State())

    /// The address of the server.
    var address: String { "http://127.0.0.1:\(port.number)" }
    /// How it ended, in words; `nil` while it runs.
    var ending: String? { state.withLock { $0.ending } }
    /// The number of the process; `nil` before its start and after its end.
    var processID: Int32? { state.withLock { $0.process } }

    /// Starts Valhalla.
    ///
    /// - Parameters:
    ///   - region: A region with a road network.
    ///   - port: The port; 0 for any free one.
    ///   - onEnd: Called on a thread of its own with the reason, if it ends without ``end()``.
    /// - Throws: ``RouterError/region(_:reason:)``.
    init(
        _ region: Region, port wanted: UInt16 = 0, onEnd: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(RouterError) {
        self.region = region
        let name = region.name.description
        guard let program = ValhallaProgram.find() else {
            throw .region(name, reason: "\(ValhallaProgram.name) is missing: \(ValhallaProgram.remedy)")
        }
        if let problem = region.roadProblem() {
            throw .region(name, reason: "\(problem); build it again: navbus region update \(name) --force")
        }
        do throws(SystemError) {
            port = try LoopbackPort(wanted)
        } catch {
            throw .region(name, reason: "failed to \(error)")
        }
        let configuration = try ValhallaConfiguration(region, port: port.number).bytes
        do throws(SystemError) {
            try SystemThread.detach("valhalla") { [self] in supervise(program, configuration, onEnd) }
        } catch {
            throw .region(name, reason: "failed to \(error)")
        }
    }

    /// Waits until Valhalla listens.
    ///
    /// - Throws: ``RouterError/region(_:reason:)`` if it has ended, or does not listen in time.
    func waitUntilItListens() throws(RouterError) {
        let start = MonotonicInstant.now
        while !port.isListening || processID == nil {
            if let ending { throw .region(region.name.description, reason: "Valhalla \(ending)") }
            guard MonotonicInstant.now.seconds(since: start) < Self.startSeconds else {
                end()
                throw .region(
                    region.name.description,
                    reason: "Valhalla has not answered within \(Int(Self.startSeconds)) seconds")
            }
            usleep(Self.pollMicroseconds)
        }
    }

    /// Ends the process.
    func end() {
        state.withLock { state in
            state.isWanted = false
            // It has no data to lose. Its number is valid until its end is noted.
            if let process = state.process { kill(process, SIGKILL) }
        }
    }

    // MARK: - The thread

    private func supervise(_ program: String, _ configuration: [UInt8], _ onEnd: (String) -> Void) {
        let ending: String
        do throws(SystemError) {
            ending = try run(program, configuration)
        } catch {
            ending = "could not be started: failed to \(error)"
        }
        let isWanted = state.withLock { state in
            state.ending = ending
            return state.isWanted
        }
        if isWanted { onEnd(ending) }
    }

    /// Runs the process to its end, and returns how it ended.
    private func run(_ program: String, _ configuration: [UInt8]) throws(SystemError) -> String {
        let memory = try Self.memory(configuration)
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            close(memory)
            close(null)
        }
        let pipe = try ProcessPipe()
        defer { close(pipe.reading) }
        let process: Int32
        do {
            defer { close(pipe.writing) }
            process = try Spawn(
                words: [
                    "setpriv", "--pdeathsig", "KILL", "--",
                    // The kernel sends no signal if this process died before it was requested.
                    "sh", "-c", #"[ "$PPID" = "$0" ] || exit 0; exec "$@""#, "\(getpid())",
                    program, "/dev/fd/0", "1",
                ],
                descriptors: [memory, null, pipe.writing]
            ).run()
        }
        let isWanted = state.withLock { state in
            state.process = process
            return state.isWanted
        }
        if !isWanted { kill(process, SIGKILL) }
        let message = ValhallaMessages.last(from: pipe.reading)
        var ended = siginfo_t()
        while waitid(P_PID, id_t(process), &ended, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        var status: Int32 = 0
        state.withLock { state in
            state.process = nil
            waitpid(process, &status, 0)
        }
        let code = status & 0x7F == 0 ? "with exit code \(status >> 8 & 0xFF)" : "by signal \(status & 0x7F)"
        return "ended unexpectedly, \(code)" + (message.map { ": \($0)" } ?? "")
    }

    /// A file in memory, which Valhalla opens several times.
    private static func memory(_ bytes: [UInt8]) throws(SystemError) -> Int32 {
        let descriptor = navbus_sealed_memory("valhalla.json", bytes.count)
        guard descriptor >= 0 else { throw SystemError(operation: "make a file in memory") }
        let code = WholeFile.write(bytes, to: descriptor)
        guard code == 0 else {
            close(descriptor)
            throw SystemError(operation: "write the configuration of Valhalla", code: code)
        }
        return descriptor
    }
}
