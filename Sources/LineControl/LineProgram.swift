import Glibc
import Platform
import Synchronization

/// The process of a program that reads lines from its standard input and writes lines to its standard output. A thread of its own writes
/// and reads, so that a program that reads nothing delays no one else.
final class LineProgram: Sendable {
    /// Milliseconds that a program has to read the lines that wait when it ends.
    private static let readMilliseconds: Int32 = 2000
    /// Milliseconds from the end of the standard input to SIGTERM.
    private static let inputEndMilliseconds: Int32 = 1500
    /// Milliseconds from SIGTERM to SIGKILL.
    private static let endMilliseconds: Int32 = 700
    /// Milliseconds between two looks at the bytes that it has not read, when it ends.
    private static let lookMilliseconds: Int32 = 10

    private struct State {
        var queue = LineQueue()
        var processID: Int32 = 0
        /// The exit code, or 128 and the number of the signal, when the process has ended.
        var exitCode: Int32?
        /// Whether it ended before it was asked to.
        var hasEndedByItself = false
        var isClosing = false
        /// Whether its standard input is closed.
        var hasNoInput = false
        /// Monotonic nanoseconds since which a line waits without progress; `nil` if the program has read everything.
        var waitingNanoseconds: UInt64?
    }

    private let path: String
    private let stallSeconds: Double
    private let wakeUp: WakeUp
    private let state = Mutex(State())
    private let takeLine: @Sendable ([UInt8]) -> Void
    private let written: @Sendable (LineQueue.Line) -> Void

    /// - Parameters:
    ///   - path: The path of the program.
    ///   - stallSeconds: Seconds after which a program that does not read a waiting line counts as hanging.
    ///   - written: Called after a line was written, on the thread of the program.
    ///   - takeLine: Called with each line of the program, without its newline, on the same thread.
    init(
        path: String, stallSeconds: Double = 10, written: @escaping @Sendable (LineQueue.Line) -> Void,
        takeLine: @escaping @Sendable ([UInt8]) -> Void
    ) throws(SystemError) {
        (self.path, self.stallSeconds) = (path, stallSeconds)
        (self.written, self.takeLine) = (written, takeLine)
        wakeUp = try WakeUp()
    }

    /// Starts the program.
    ///
    /// - Parameter ended: Called when its process has ended by itself, on a thread of its own.
    func start(ended: @escaping @Sendable () -> Void) throws(SystemError) {
        let (input, output) = (try ProcessPipe(), try ProcessPipe())
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let processID = try Spawn(
            // The lifeline of this process is not that of the program.
            words: ["NAVBUS_LIFELINE=", "setpriv", "--pdeathsig", "KILL", "--", path],
            descriptors: [input.reading, output.writing, STDERR_FILENO],
            folder: folder
        ).run()
        close(input.reading)
        close(output.writing)
        state.withLock { $0.processID = processID }
        try SystemThread.detach("wait") { [self] in
            if awaitEnd(of: processID) { ended() }
        }
        try SystemThread.detach("program") { [self] in exchange(input.writing, output.reading) }
    }

    /// Adds a line for the program, from any thread.
    ///
    /// - Returns: The number of all lines that were left out.
    func send(_ line: LineQueue.Line) -> Int {
        defer { wakeUp.wake() }
        return state.withLock { state in
            state.queue.add(line)
            return state.queue.allMissed
        }
    }

    /// Why the process counts as dead, as the rest of "failed to …"; `nil` while it reads.
    var stall: String? {
        state.withLock { state in
            guard let waiting = state.waitingNanoseconds, state.exitCode == nil else { return nil }
            let seconds = Double(MonotonicInstant.now.nanoseconds - waiting) / 1e9
            guard seconds > stallSeconds else { return nil }
            return "write to \(path): it has read nothing for \(Int(seconds)) seconds"
        }
    }

    /// The exit code, or 128 and the number of the signal, if the process has ended by itself.
    var ownExitCode: Int32? { state.withLock { $0.hasEndedByItself ? $0.exitCode : nil } }

    /// Ends the program: first its standard input, as soon as it has read the lines that wait, then SIGTERM, then SIGKILL to its whole
    /// group.
    func stop() {
        state.withLock { $0.isClosing = true }
        wakeUp.wake()
        wait(milliseconds: Self.readMilliseconds) { $0.hasNoInput }
        if !hasEnded(withinMilliseconds: Self.inputEndMilliseconds) {
            kill(SIGTERM)
            _ = hasEnded(withinMilliseconds: Self.endMilliseconds)
        }
        // Its children end with it.
        kill(SIGKILL)
        _ = hasEnded(withinMilliseconds: Self.endMilliseconds)
    }

    /// Sends a signal to the program and to what it has started.
    func kill(_ signal: Int32) {
        let processID = state.withLock { $0.processID }
        if processID > 0 { Glibc.kill(-processID, signal) }
    }

    private func hasEnded(withinMilliseconds milliseconds: Int32) -> Bool {
        wait(milliseconds: milliseconds) { _ in false }
    }

    /// Waits until a condition holds or the program has ended; `false` after that time.
    @discardableResult
    private func wait(milliseconds: Int32, until holds: (State) -> Bool) -> Bool {
        let end = MonotonicInstant.now.nanoseconds + UInt64(milliseconds) * 1_000_000
        while state.withLock({ $0.exitCode == nil && $0.processID > 0 && !holds($0) }) {
            guard MonotonicInstant.now.nanoseconds < end else { return false }
            usleep(5000)
        }
        return true
    }

    /// Waits for the end of the process; `true` if it ended by itself.
    private func awaitEnd(of processID: Int32) -> Bool {
        var status: Int32 = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        defer { wakeUp.wake() }
        return state.withLock { state in
            state.exitCode = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
            state.hasEndedByItself = !state.isClosing
            return state.hasEndedByItself
        }
    }

    // MARK: - The thread of the program

    /// Writes the lines that wait, and reads those of the program, until it has ended.
    private func exchange(_ input: Int32, _ output: Int32) {
        var writer = LineSender(descriptor: input)
        var reader = LineReader(descriptor: output)
        while true {
            let (isClosing, isDead) = state.withLock { ($0.isClosing, $0.exitCode != nil) }
            if !writer.hasLine, let line = state.withLock({ $0.queue.next() }) {
                writer.begin(line)
                noteProgress(isWaiting: writer.hasLine)
            }
            let isReading = isClosing && !isDead && (writer.hasLine || writer.hasUnreadBytes)
            if isClosing, !isReading {
                writer.end()
                state.withLock { $0.hasNoInput = true }
            }
            // A program that writes too much waits for its output to be read.
            let pause = reader.millisecondsToPause(at: MonotonicInstant.now.nanoseconds)
            var waited = [
                pollfd(fd: reader.isAtEnd || pause > 0 ? -1 : output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: writer.hasLine ? input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            let timeout = pause > 0 ? pause : isReading ? Self.lookMilliseconds : -1
            _ = poll(&waited, nfds_t(waited.count), isDead ? 0 : timeout)
            // After the death of the program, only the rest of its output is read.
            if isDead, waited[0].revents == 0 { break }
            if waited[1].revents != 0 { wakeUp.clear() }
            if waited[0].revents != 0 { reader.read(takeLine) }
            if waited[2].revents != 0 {
                let (hasProgress, line) = writer.write()
                if hasProgress || !writer.hasLine { noteProgress(isWaiting: writer.hasLine) }
                if let line { written(line) }
            }
        }
        writer.end()
        close(output)
    }

    private func noteProgress(isWaiting: Bool) {
        state.withLock { $0.waitingNanoseconds = isWaiting ? MonotonicInstant.now.nanoseconds : nil }
    }
}
