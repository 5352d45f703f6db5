import Glibc

/// Interrupts a write to standard output or standard error that hangs because nothing reads the pipe.
struct BlockedOutput: Sendable {
    private let thread: pthread_t

    /// Registers the calling thread, and installs a handler for SIGURG, which is not used otherwise.
    init() {
        thread = pthread_self()
        // Without SA_RESTART: an interrupted write is not repeated.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGURG, &action, nil)
    }

    /// Interrupts the hanging write and makes later writes to pipes non-blocking: output that nothing reads is lost.
    /// Terminals and files are left as they are.
    func release() {
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            var status = stat()
            guard fstat(descriptor, &status) == 0, [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT) else {
                continue
            }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        pthread_kill(thread, SIGURG)
    }
}
