import Glibc

/// Ctrl-C, as something to look at: what was begun elsewhere goes on, and that is said before the program ends.
struct Interrupt {
    private let signals: sigset_t

    /// From now on Ctrl-C ends nothing by itself.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Whether it was pressed.
    var hasCome: Bool {
        var signals = signals
        var none = timespec()
        return sigtimedwait(&signals, nil, &none) == SIGINT
    }
}
