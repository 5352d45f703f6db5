import NavigationEvents
import Dispatch
import Glibc
import Platform
import Supervisor
import Synchronization
import TOML

/// A file that takes lines, gives way to a new one when it has become large, and never makes the caller wait. While the
/// disk is full, or nobody takes what is in a pipe, the lines wait in memory, as far as there is room, and their number is
/// told where it is not.
final class LogFile: Sendable {
    private struct State {
        var target: Target
        var waiting: [UInt8] = []
        /// Whether a reader has to take something first.
        var isHeldUp = false
        var lostLines = 0
        var isTroubled = false
    }

    /// What is written to.
    private struct Target {
        var descriptor: Int32
        var size: Int
        /// A pipe or a device gives way to nothing.
        var isFile: Bool
    }

    /// What the queue has not come to.
    private struct Queued {
        var bytes = 0
        var leftOut = 0
    }

    /// Bytes that may wait for their disk, and as many for a call of the system that does not come back.
    private static let mostWaitingBytes = 4 << 20

    private let path: String
    private let mostBytes: Int
    private let keep: Int
    private let onTrouble: @Sendable (String) -> Void
    // Used on the queue alone.
    private let state: Mutex<State>
    private let queued = Mutex(Queued())
    private let queue = DispatchQueue(label: "navbus.log")

    /// Opens the file; what is in it stays.
    ///
    /// - Parameter onTrouble: told once when the file cannot be written, and once when it can be again.
    init(_ settings: Profile.LogSettings, onTrouble: @escaping @Sendable (String) -> Void) throws(ConfigurationError) {
        path = settings.path
        mostBytes = settings.megabytes << 20
        keep = settings.keep
        self.onTrouble = onTrouble
        guard let target = Self.open(path) else {
            let reason =
                errno == ENXIO ? "nobody reads this pipe; start its reader first" : String(cString: strerror(errno))
            throw ConfigurationError(
                file: path, text: "cannot be written: \(reason); name another log.file", isAboutAccess: true)
        }
        state = Mutex(State(target: target))
    }

    deinit { state.withLock { _ = close($0.target.descriptor) } }

    /// Takes a line, without its end.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        let isTaken = queued.withLock { queued in
            guard queued.bytes + bytes.count <= Self.mostWaitingBytes else {
                queued.leftOut += 1
                return false
            }
            queued.bytes += bytes.count
            return true
        }
        guard isTaken else { return }
        queue.async { [self] in
            let trouble = state.withLock { state in add(bytes, &state) }
            queued.withLock { $0.bytes -= bytes.count }
            if let trouble { onTrouble(trouble) }
        }
    }

    /// Returns when everything that can be written has been, or when time is up.
    func drain(within patience: Duration = .seconds(1)) async {
        let (written, all) = AsyncStream.makeStream(of: Void.self)
        let deadline = ContinuousClock.now + patience
        queue.async { [self] in
            while state.withLock({ $0.isHeldUp }), ContinuousClock.now < deadline {
                usleep(10_000)
                if let trouble = state.withLock({ put(&$0) }) { onTrouble(trouble) }
            }
            all.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: patience) }
            group.addTask { for await _ in written {} }
            await group.next()
            group.cancelAll()
        }
    }

    /// - Returns: what people are to be told.
    private func add(_ bytes: [UInt8], _ state: inout State) -> String? {
        let leftOut = queued.withLock { queued in
            defer { queued.leftOut = 0 }
            return queued.leftOut
        }
        if leftOut > 0 {
            state.lostLines += leftOut
            state.isTroubled = true
        }
        let size = state.target.size
        if size > 0, size + state.waiting.count + bytes.count > mostBytes { rotate(&state) }
        if state.waiting.count + bytes.count > Self.mostWaitingBytes {
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
            state.isHeldUp = count < 0 && errno == EAGAIN
            guard count > 0 else {
                let reason = state.isHeldUp ? "its reader takes nothing" : String(cString: strerror(errno))
                defer { state.isTroubled = true }
                return state.isTroubled
                    ? nil : "failed to write the log \(path): \(reason); its lines wait until there is room"
            }
            state.target.size += count
            state.waiting.removeFirst(count)
        }
        guard state.isTroubled else { return nil }
        state.isTroubled = false
        defer { state.lostLines = 0 }
        return state.lostLines == 0
            ? "the log \(path) is complete again"
            : "the log \(path) can be written again; \(state.lostLines) lines are missing in it"
    }

    /// `run.log` becomes `run.log.1`, that becomes `run.log.2`, and the last one goes.
    private func rotate(_ state: inout State) {
        guard state.waiting.isEmpty, state.target.isFile else { return }
        for number in stride(from: keep - 1, through: 1, by: -1) {
            rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        guard rename(path, "\(path).1") == 0, let target = Self.open(path) else { return }
        close(state.target.descriptor)
        state.target = target
    }

    /// A pipe makes nobody wait, neither for a reader nor for one that sleeps.
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
