import Dispatch
import Glibc
import Synchronization

/// Writes lines without blocking the caller, since a paused terminal or reader must not delay guidance.
///
/// Lines wait in a buffer of bounded size. Lines that do not fit are dropped, and their number is written instead.
package final class LineWriter: Sendable {
    fileprivate struct State {
        var waitingBytes = 0
        /// Texts dropped since the last message about them, and in total.
        var dropped = 0
        var droppedCount: UInt64 = 0
        var failures: [Int32: OutputFailure] = [:]
    }

    private let maxBytes: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "navbus.lines")

    /// - Parameter maxBytes: The most bytes that wait for a reader.
    package init(maxBytes: Int = 4 << 20) {
        self.maxBytes = maxBytes
    }

    /// Writes a line to standard output.
    package func line(_ text: String) { write(Style.output.rendered(text) + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    package func error(_ text: String) { write(Style.error.rendered(text) + "\n", to: STDERR_FILENO) }

    /// Replaces the last line of the terminal.
    ///
    /// - Parameters:
    /// - footer: The new last line.
    /// - line: A line to write above it; `nil` for no line.
    package func footer(_ footer: String, below line: String? = nil) {
        let above = line.map { Style.output.rendered($0) + "\n" } ?? ""
        write("\r\u{1B}[K\(above)\(Style.output.rendered(footer))", to: STDOUT_FILENO)
    }

    /// Writes a text unchanged, after all earlier texts. The descriptor must stay open until they are drained.
    package func write(_ text: String, to descriptor: Int32) {
        let size = text.utf8.count
        let (dropped, isFirst): (Int?, Bool) = state.withLock { state in
            guard state.waitingBytes + size <= maxBytes else {
                state.dropped += 1
                state.droppedCount += 1
                return (nil, false)
            }
            defer { state.waitingBytes += size }
            return (state.takeDropped(), state.waitingBytes == 0)
        }
        guard let dropped else { return }
        if isFirst, dropped == 0, size <= Self.maxDirectBytes, Self.isWritable(descriptor) {
            put(text, to: descriptor)
            return state.withLock { $0.waitingBytes -= size }
        }
        queue.async { [self] in
            reportDropped(dropped)
            put(text, to: descriptor)
            state.withLock { $0.waitingBytes -= size }
        }
    }

    /// A pipe that is writable takes so many bytes at once.
    private static let maxDirectBytes = 4096

    /// Whether a pipe takes a short text without a wait, so that no other thread has to wake for it.
    private static func isWritable(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&polled, 1, 0) > 0 && polled.revents == Int16(POLLOUT)
    }

    /// How many texts were dropped.
    package var droppedCount: UInt64 { state.withLock { $0.droppedCount } }

    /// The first error of a descriptor; `nil` if all its texts were written.
    package func failure(of descriptor: Int32) -> OutputFailure? { state.withLock { $0.failures[descriptor] } }

    /// Returns when everything is written, or after the timeout.
    package func drain(within timeout: Duration = .seconds(1)) async {
        let (taken, all) = AsyncStream.makeStream(of: Void.self)
        queue.async { [self] in
            reportDropped(state.withLock { $0.takeDropped() })
            all.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: timeout) }
            group.addTask { for await _ in taken {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func reportDropped(_ dropped: Int) {
        if dropped > 0 { put("\(dropped) lines were dropped, since the output was not read\n", to: STDERR_FILENO) }
    }

    private func put(_ text: String, to descriptor: Int32) {
        guard let failure = Output.write(text, to: descriptor) else { return }
        state.withLock { if $0.failures[descriptor] == nil { $0.failures[descriptor] = failure } }
    }
}

extension LineWriter.State {
    fileprivate mutating func takeDropped() -> Int {
        defer { dropped = 0 }
        return dropped
    }
}
