import Dispatch
import Glibc
import Synchronization

/// Writes lines without blocking the caller, since a paused terminal or reader must not delay guidance.
///
/// Lines wait in a buffer of bounded size. Lines that do not fit are dropped, and their number is written instead.
final class LineWriter: Sendable {
    fileprivate struct State {
        var waitingBytes = 0
        /// Texts dropped since the last message about them, and in total.
        var leftOut = 0
        var leftOutCount: UInt64 = 0
        var failures: [Int32: OutputFailure] = [:]
    }

    private let mostBytes: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "navbus.lines")

    /// - Parameter mostBytes: The most bytes that wait for a reader.
    init(mostBytes: Int = 4 << 20) {
        self.mostBytes = mostBytes
    }

    /// Writes a line to standard output.
    func line(_ text: String) { write(Style.output.rendered(text) + "\n", to: STDOUT_FILENO) }

    /// Writes a line to standard error.
    func error(_ text: String) { write(Style.error.rendered(text) + "\n", to: STDERR_FILENO) }

    /// Replaces the last line of the terminal.
    ///
    /// - Parameters:
    /// - footer: The new last line.
    /// - line: A line to write above it; `nil` for no line.
    func footer(_ footer: String, below line: String? = nil) {
        let above = line.map { Style.output.rendered($0) + "\n" } ?? ""
        write("\r\u{1B}[K\(above)\(Style.output.rendered(footer))", to: STDOUT_FILENO)
    }

    /// Writes a text unchanged, after all earlier texts. The descriptor must stay open until they are drained.
    func write(_ text: String, to descriptor: Int32) {
        let size = text.utf8.count
        let leftOut: Int? = state.withLock { state in
            guard state.waitingBytes + size <= mostBytes else {
                state.leftOut += 1
                state.leftOutCount += 1
                return nil
            }
            state.waitingBytes += size
            return state.takeLeftOut()
        }
        guard let leftOut else { return }
        queue.async { [self] in
            tell(leftOut)
            put(text, to: descriptor)
            state.withLock { $0.waitingBytes -= size }
        }
    }

    /// How many texts were dropped.
    var leftOutCount: UInt64 { state.withLock { $0.leftOutCount } }

    /// The first error of a descriptor; `nil` if all its texts were written.
    func failure(of descriptor: Int32) -> OutputFailure? { state.withLock { $0.failures[descriptor] } }

    /// Returns when everything is written, or after the timeout.
    func drain(within patience: Duration = .seconds(1)) async {
        let (taken, all) = AsyncStream.makeStream(of: Void.self)
        queue.async { [self] in
            tell(state.withLock { $0.takeLeftOut() })
            all.finish()
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await Task.sleep(for: patience) }
            group.addTask { for await _ in taken {} }
            await group.next()
            group.cancelAll()
        }
    }

    private func tell(_ leftOut: Int) {
        if leftOut > 0 { put("\(leftOut) lines were dropped, since the output was not read\n", to: STDERR_FILENO) }
    }

    private func put(_ text: String, to descriptor: Int32) {
        guard let failure = Output.write(text, to: descriptor) else { return }
        state.withLock { if $0.failures[descriptor] == nil { $0.failures[descriptor] = failure } }
    }
}

extension LineWriter.State {
    fileprivate mutating func takeLeftOut() -> Int {
        defer { leftOut = 0 }
        return leftOut
    }
}
