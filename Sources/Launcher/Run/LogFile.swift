import NavigationEvents
import Dispatch
import Glibc
import Platform
import Supervisor
import Synchronization
import TOML

/// A log file that is rotated by size and never blocks the caller.
///
/// While the disk is full, or the reader of a pipe does not read, the lines wait in a buffer of bounded size. Lines
/// that do not fit are dropped and counted, and the count is reported.
final class LogFile: Sendable {
    private struct State {
        var target: Target
        var waiting: [UInt8] = []
        /// Whether a pipe is full.
        var isBlocked = false
        var lostLines = 0
        var isFailing = false
    }

    /// The open file, pipe or device.
    private struct Target {
        var descriptor: Int32
        var size: Int
        /// Whether it is a regular file. Pipes and devices are not rotated.
        var isFile: Bool
    }

    /// The records that the queue has not processed yet.
    private struct Queued {
        var bytes = 0
        var dropped = 0
    }

    /// The most bytes that wait for the disk; the same limit holds for lines on the queue while a write blocks.
    private static let maxWaitingBytes = 4 << 20

    private let path: String
    private let maxBytes: Int
    private let keep: Int
    private let onProblem: @Sendable (String) -> Void
    // Used on the queue only.
    private let state: Mutex<State>
    private let queued = Mutex(Queued())
    private let queue = DispatchQueue(label: "navbus.log")

    /// Opens the file to append to it.
    ///
    /// - Parameters:
    ///   - settings: The section `[log]` of the configuration.
    ///   - onProblem: Called with a message when the file cannot be written, and when it can be written again.
    init(_ settings: RunConfiguration.LogSettings, onProblem: @escaping @Sendable (String) -> Void)
        throws(ConfigurationError)
    {
        path = settings.path
        maxBytes = settings.megabytes << 20
        keep = settings.keep
        self.onProblem = onProblem
        guard let target = Self.open(path) else {
            let reason =
                errno == ENXIO ? "this pipe has no reader; start its reader first" : String(cString: strerror(errno))
            throw ConfigurationError(
                file: path, text: "cannot be written: \(reason); name another log.file", isAboutAccess: true)
        }
        state = Mutex(State(target: target))
    }

    deinit { state.withLock { _ = close($0.target.descriptor) } }

    /// Appends a line; the text has no newline.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let isTaken = queued.withLock { queued in
            guard queued.bytes + bytes.count <= Self.maxWaitingBytes else {
                queued.dropped += 1
                return false
            }
            queued.bytes += bytes.count
            return true
        }
        guard isTaken else { return }
        queue.async { [self] in
            let problem = state.withLock { state in add(bytes, &state) }
            queued.withLock { $0.bytes -= bytes.count }
            if let problem { onProblem(problem) }
        }
    }

    /// Returns when everything is written, or after the timeout.
    func drain(within timeout: Duration = .seconds(1)) async {
        let (written, all) = AsyncStream.makeStream(of: Void.self)
        let deadline = ContinuousClock.now + timeout
        queue.async { [self] in
            while state.withLock({ $0.isBlocked }), ContinuousClock.now < deadline {
                usleep(10_000)
                if let problem = state.withLock({ put(&$0) }) { onProblem(problem) }
            }
            all.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: timeout) }
            group.addTask { for await _ in written {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// - Returns: A message for people; `nil` if the state of the file has not changed.
    private func add(_ bytes: [UInt8], _ state: inout State) -> String? {
        let dropped = queued.withLock { queued in
            defer { queued.dropped = 0 }
            return queued.dropped
        }
        if dropped > 0 {
            state.lostLines += dropped
            state.isFailing = true
        }
        let size = state.target.size
        if size > 0, size + state.waiting.count + bytes.count > maxBytes { rotate(&state) }
        if state.waiting.count + bytes.count > Self.maxWaitingBytes {
            state.lostLines += 1
        } else {
            state.waiting += bytes
        }
        return put(&state)
    }

    private func put(_ state: inout State) -> String? {
        while !state.waiting.isEmpty {
            let count = Glibc.write(state.target.descriptor, state.waiting, state.waiting.count)
            if count < 0, errno == EINTR { continue }
            state.isBlocked = count < 0 && errno == EAGAIN
            guard count > 0 else {
                let reason = state.isBlocked ? "its reader does not read" : String(cString: strerror(errno))
                defer { state.isFailing = true }
                return state.isFailing
                    ? nil : "failed to write the log \(path): \(reason); its lines are kept in memory for now"
            }
            state.target.size += count
            state.waiting.removeFirst(count)
        }
        guard state.isFailing else { return nil }
        state.isFailing = false
        defer { state.lostLines = 0 }
        return state.lostLines == 0
            ? "the log \(path) is complete again"
            : "the log \(path) can be written again; \(state.lostLines) lines are missing in it"
    }

    /// Renames `run.log` to `run.log.1`, that to `run.log.2`, and so on; the oldest file is replaced.
    private func rotate(_ state: inout State) {
        guard state.waiting.isEmpty, state.target.isFile else { return }
        for number in stride(from: keep - 1, through: 1, by: -1) {
            rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        guard rename(path, "\(path).1") == 0, let target = Self.open(path) else { return }
        close(state.target.descriptor)
        state.target = target
    }

    /// Opens the file without blocking, also if it is a pipe without a reader.
    private static func open(_ path: String) -> Target? {
        let descriptor = PrivateFile.open(path, O_WRONLY | O_APPEND | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            return nil
        }
        return Target(
            descriptor: descriptor, size: Int(status.st_size), isFile: status.st_mode & S_IFMT == S_IFREG)
    }
}
