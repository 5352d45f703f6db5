import Glibc
import Synchronization

/// Ctrl-Z gives the terminal back before the process stands still, and takes it again when it goes on.
///
/// Signals find nothing but globals; what their handler calls may be called in one.
enum Suspension {
    private static let hasReturned = Atomic(false)
    private static let isTaken = Atomic(false)

    /// Keys come one by one, unseen; Ctrl-C and Ctrl-Z stay signals.
    static func begin(_ descriptor: Int32) {
        terminal.descriptor = descriptor
        terminal.hasModes = tcgetattr(descriptor, &terminal.before) == 0
        takeKeys()
        isTaken.store(true, ordering: .releasing)
        signal(SIGTSTP, suspend)
        signal(SIGCONT, goOn)
        // Whoever started this process may have left them blocked.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTSTP, SIGCONT] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Leaves the keys as they were.
    static func end() {
        isTaken.store(false, ordering: .releasing)
        signal(SIGTSTP, SIG_DFL)
        signal(SIGCONT, SIG_DFL)
        if terminal.hasModes { tcsetattr(terminal.descriptor, TCSANOW, &terminal.before) }
    }

    /// Takes the terminal again if the process stood still meanwhile; whether it did.
    static func takeReturn(to descriptor: Int32) -> Bool {
        guard isTaken.load(ordering: .acquiring), hasReturned.exchange(false, ordering: .acquiringAndReleasing) else {
            return false
        }
        takeKeys()
        _ = TerminalDevice.entering.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        return true
    }

    private static func takeKeys() {
        guard terminal.hasModes else { return }
        var modes = terminal.before
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(terminal.descriptor, TCSANOW, &modes)
    }

    fileprivate static func noteReturn() { hasReturned.store(true, ordering: .releasing) }
}

/// Written before the handlers are there, and only read by them.
nonisolated(unsafe) private var terminal = Taken()

private struct Taken {
    var descriptor: Int32 = -1
    var before = termios()
    var hasModes = false
}

private func suspend(_ number: Int32) {
    let leaving: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    _ = write(terminal.descriptor, leaving.utf8Start, leaving.utf8CodeUnitCount)
    if terminal.hasModes { tcsetattr(terminal.descriptor, TCSANOW, &terminal.before) }
    kill(getpid(), SIGSTOP)
}

private func goOn(_ number: Int32) { Suspension.noteReturn() }
