import Dispatch
import Glibc
import Synchronization

/// Writes lines without ever making the caller wait: a terminal that is held, or a reader that sleeps, must not hold up
/// guidance. What nobody takes beyond a bound is left out, and the number of texts left out is told in their place.
final class LineWriter: Sendable {
    private struct State {
        var waitingBytes = 0
        var leftOut = 0
        var failure: OutputFailure?
    }

    private let descriptor: Int32
    private let mostBytes: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "navbus.lines")

    /// - Parameters:
    ///   - descriptor: what is written to; it stays open for as long as the writer is used.
    ///   - mostBytes: how much may wait for its reader.
    init(descriptor: Int32, mostBytes: Int = 4 << 20) {
        self.descriptor = descriptor
        self.mostBytes = mostBytes
    }

    /// Why a text could not be written, the first time; `nil` if all could.
    var failure: OutputFailure? { state.withLock { $0.failure } }

    /// A line.
    func line(_ text: String) { raw(text + "\n") }

    /// A text without a line end: for what is rewritten in place on a terminal.
    func raw(_ text: String) {
        let size = text.utf8.count
        let leftOut: Int? = state.withLock { state in
            guard state.waitingBytes + size <= mostBytes else {
                state.leftOut += 1
                return nil
            }
            state.waitingBytes += size
            defer { state.leftOut = 0 }
            return state.leftOut
        }
        guard let leftOut else { return }
        queue.async { [self] in
            tell(leftOut)
            put(text)
            state.withLock { $0.waitingBytes -= size }
        }
    }

    /// Returns when everything is written, or when nobody has taken it for a while.
    func flush(within patience: Duration = .seconds(1)) async {
        let (taken, all) = AsyncStream.makeStream(of: Void.self)
        queue.async { [self] in
            tell(
                state.withLock { state in
                    defer { state.leftOut = 0 }
                    return state.leftOut
                })
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
        if leftOut > 0 { put("\(leftOut) lines were left out: nobody took them\n") }
    }

    private func put(_ text: String) {
        guard let failure = Output.write(text, to: descriptor) else { return }
        state.withLock { if $0.failure == nil { $0.failure = failure } }
    }
}
