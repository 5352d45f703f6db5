import Glibc
package import Platform
import Synchronization

/// A request to end the process: by a signal, or by the end of standard input.
package final class StopRequest: Sendable {
    private let isMade = Atomic(false)
    private let wake = Mutex<(@Sendable () -> Void)?>(nil)
    private let output = Mutex<BlockedOutput?>(nil)

    /// Makes a request that nobody has made yet.
    package init() {}

    /// Whether the process is asked to end.
    package var isPending: Bool { isMade.load(ordering: .acquiring) }

    /// Registers a function that interrupts the waits of the process.
    package func wakes(_ wake: @escaping @Sendable () -> Void) { self.wake.withLock { $0 = wake } }

    /// Makes the request.
    func make() {
        isMade.store(true, ordering: .releasing)
        wake.withLock { $0 }?()
    }

    /// Turns SIGTERM, SIGINT and SIGHUP into requests. A second signal ends the process immediately, in case a callback
    /// hangs. Call it before any other thread starts: threads inherit that these signals are blocked.
    ///
    /// - Throws: ``SystemError``.
    package func watchSignals() throws(SystemError) {
        let output = BlockedOutput()
        self.output.withLock { $0 = output }
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let awaited = signals
        try SystemThread.detach("stop") { [self] in
            var signal: Int32 = 0
            withUnsafePointer(to: awaited) { awaited in
                while sigwait(awaited, &signal) != 0 {}
                make()
                // A process that hangs in a write without a reader ends nevertheless.
                var remaining = timespec(tv_sec: Self.outputTimeoutSeconds, tv_nsec: 0)
                while true {
                    signal = sigtimedwait(awaited, nil, &remaining)
                    if signal > 0 { break }
                    if errno == EAGAIN {
                        output.release()
                        break
                    }
                }
                while signal <= 0, sigwait(awaited, &signal) != 0 {}
            }
            _exit(128 + signal)
        }
    }

    /// Turns the end of standard input into a request: it means that the launcher has died.
    ///
    /// - Throws: ``SystemError``.
    package func watchInput() throws(SystemError) {
        try SystemThread.detach("stop") { [self] in
            var bytes = [UInt8](repeating: 0, count: 256)
            while true {
                let count = read(STDIN_FILENO, &bytes, bytes.count)
                if count == 0 || (count < 0 && errno != EINTR) { break }
            }
            make()
            sleep(UInt32(Self.outputTimeoutSeconds))
            output.withLock { $0 }?.release()
        }
    }

    /// Seconds that a write may still wait for its reader: less than a launcher waits for the end of a process.
    private static let outputTimeoutSeconds = 2
}
