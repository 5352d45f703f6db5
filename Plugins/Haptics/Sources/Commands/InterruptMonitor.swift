import Glibc

/// Polls for Ctrl-C, so that the program can print before it ends that the calibration continues.
struct InterruptMonitor {
    private let signals: sigset_t

    /// Blocks SIGINT: from now on Ctrl-C does not end the process.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Whether Ctrl-C was pressed.
    var wasPressed: Bool {
        var signals = signals
        var none = timespec()
        return sigtimedwait(&signals, nil, &none) == SIGINT
    }
}
