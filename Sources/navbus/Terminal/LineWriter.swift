import Dispatch
import Glibc
import Synchronization

/// Writes lines without ever making the caller wait: a terminal that is held, or a reader that sleeps, must not hold up
/// guidance. What nobody takes beyond a bound is left out, and the number of texts left out is told in their place.
final class LineWriter: Sendable {
    fileprivate struct State {
        var waitingBytes = 0
        /// Texts left out since this was told last, and all in all.
        var leftOut = 0
        var leftOutCount: UInt64 = 0
        var failures: [Int32: OutputFailure] = [:]
    }

    private let mostBytes: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "navbus.lines")

    /// - Parameter mostBytes: how much may wait for its reader.
    init(mostBytes: Int = 4 << 20) {
        self.mostBytes = mostBytes
    }

    /// A line on standard output.
    func line(_ text: String) { write(Style.output.rendered(text) + "\n", to: STDOUT_FILENO) }

    /// A line on standard error.
    func error(_ text: String) { write(Style.error.rendered(text) + "\n", to: STDERR_FILENO) }

    /// A line at the bottom of the terminal of standard output, in place of the one that was there, and a line above it
    /// that stays; `nil` for none.
    func footer(_ footer: String, below line: String? = nil) {
        let above = line.map { Style.output.rendered($0) + "\n" } ?? ""
        write("\r\u{1B}[K\(above)\(Style.output.rendered(footer))", to: STDOUT_FILENO)
    }

    /// A text as it is, for a file, behind all texts before it; the descriptor stays open until they are drained.
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

    /// How many texts nobody took.
    var leftOutCount: UInt64 { state.withLock { $0.leftOutCount } }

    /// Why a text for this descriptor could not be written, the first time; `nil` if all could.
    func failure(of descriptor: Int32) -> OutputFailure? { state.withLock { $0.failures[descriptor] } }

    /// Returns when everything has been taken, or when time is up.
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
        if leftOut > 0 { put("\(leftOut) lines were left out: nobody took them\n", to: STDERR_FILENO) }
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
