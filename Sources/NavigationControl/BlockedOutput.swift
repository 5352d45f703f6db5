import Glibc

/// Frees a thread that hangs in a write to standard output or error because nobody reads the pipe.
struct BlockedOutput: Sendable {
    private let thread: pthread_t

    /// Of the calling thread. Takes SIGURG for itself, which nobody else uses here.
    init() {
        thread = pthread_self()
        // Without SA_RESTART: a write that this interrupts is not begun again.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGURG, &action, nil)
    }

    /// Lets no write wait any more: what no reader takes at once is lost. Terminals and files stay as they are.
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
