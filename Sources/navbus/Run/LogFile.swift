import Dispatch
import Glibc
import Supervisor
import Synchronization

/// A file that takes lines, gives way to a new one when it has become large, and never makes the caller wait. While the
/// disk is full the lines wait in memory, as far as there is room, and their number is told where it is not.
final class LogFile: Sendable {
    private struct State {
        var descriptor: Int32
        var size: Int
        var waiting: [UInt8] = []
        var lostLines = 0
        var isTroubled = false
    }

    /// Bytes that may wait for their disk.
    private static let mostWaitingBytes = 4 << 20

    private let path: String
    private let mostBytes: Int
    private let keep: Int
    private let onTrouble: @Sendable (String) -> Void
    // Used on the queue alone.
    private let state: Mutex<State>
    private let queue = DispatchQueue(label: "navbus.log")

    /// Opens the file; what is in it stays.
    ///
    /// - Parameter onTrouble: told once when the file cannot be written, and once when it can be again.
    init(_ settings: Profile.LogSettings, onTrouble: @escaping @Sendable (String) -> Void) throws(ConfigurationError) {
        path = settings.path
        mostBytes = settings.megabytes << 20
        keep = settings.keep
        self.onTrouble = onTrouble
        guard let (descriptor, size) = Self.open(path) else {
            throw ConfigurationError(
                file: path, text: "cannot be written: \(String(cString: strerror(errno))); name another log.file",
                isAboutAccess: true)
        }
        state = Mutex(State(descriptor: descriptor, size: size))
    }

    deinit { state.withLock { _ = close($0.descriptor) } }

    /// Takes a line, without its end.
    func write(_ line: String) {
        queue.async { [self] in
            let trouble = state.withLock { state in add(line, &state) }
            if let trouble { onTrouble(trouble) }
        }
    }

    /// Returns when everything that can be written has been.
    func drain() async {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }

    /// - Returns: what people are to be told.
    private func add(_ line: String, _ state: inout State) -> String? {
        let bytes = Array((line + "\n").utf8)
        if state.size > 0, state.size + state.waiting.count + bytes.count > mostBytes { rotate(&state) }
        if state.waiting.count + bytes.count > Self.mostWaitingBytes {
            state.lostLines += 1
        } else {
            state.waiting += bytes
        }
        return put(&state)
    }

    private func put(_ state: inout State) -> String? {
        while !state.waiting.isEmpty {
            let count = Glibc.write(state.descriptor, state.waiting, state.waiting.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = String(cString: strerror(errno))
                defer { state.isTroubled = true }
                return state.isTroubled
                    ? nil : "failed to write the log \(path): \(reason); its lines wait until there is room"
            }
            state.size += count
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
        guard state.waiting.isEmpty else { return }
        for number in stride(from: keep - 1, through: 1, by: -1) {
            rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        guard rename(path, "\(path).1") == 0, let (descriptor, size) = Self.open(path) else { return }
        close(state.descriptor)
        (state.descriptor, state.size) = (descriptor, size)
    }

    private static func open(_ path: String) -> (descriptor: Int32, size: Int)? {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            return nil
        }
        return (descriptor, Int(status.st_size))
    }
}
