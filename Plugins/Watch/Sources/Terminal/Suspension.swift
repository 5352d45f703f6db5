import Glibc
import Synchronization

/// Ctrl-Z gives the terminal back before the process stands still, and takes it again when it goes on.
///
/// Signals find nothing but globals; what their handlers call may be called in one.
enum Suspension {
    private static let hasReturned = Atomic(false)
    private static let isActive = Atomic(false)
    /// Whether the screen is this process's at this moment; from Ctrl-Z until it is in the foreground again it is not.
    private static let isScreenTaken = Atomic(false)

    private static let handled = [SIGTSTP, SIGCONT, SIGQUIT]

    /// Keys come one by one, unseen; Ctrl-C, Ctrl-Z and Ctrl-\ stay signals.
    static func begin(_ descriptor: Int32) {
        terminal.descriptor = descriptor
        terminal.hasModes = tcgetattr(descriptor, &terminal.before) == 0
        takeKeys()
        isScreenTaken.store(true, ordering: .releasing)
        isActive.store(true, ordering: .releasing)
        // Who is told to end in the background must not stand still over a terminal that is another's.
        signal(SIGTTOU, SIG_IGN)
        signal(SIGTTIN, SIG_IGN)
        signal(SIGTSTP, suspend)
        signal(SIGCONT, goOn)
        signal(SIGQUIT, quit)
        // Whoever started this process may have left them blocked.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in handled { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// The screen is this process's no longer; whether it was.
    static func giveUp() -> Bool { isScreenTaken.exchange(false, ordering: .acquiringAndReleasing) }

    /// Signals do again what they usually do.
    ///
    /// - Parameter restoresKeys: Whether keys come again as they did before; a shell in the foreground has its own ways.
    static func end(restoresKeys: Bool) {
        isActive.store(false, ordering: .releasing)
        for number in handled { signal(number, SIG_DFL) }
        if restoresKeys, terminal.hasModes { tcsetattr(terminal.descriptor, TCSANOW, &terminal.before) }
    }

    /// Takes the terminal again if the process stood still meanwhile; whether it did.
    static func takeReturn(to descriptor: Int32) -> Bool {
        guard isActive.load(ordering: .acquiring), hasReturned.exchange(false, ordering: .acquiringAndReleasing) else {
            return false
        }
        takeKeys()
        isScreenTaken.store(true, ordering: .releasing)
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

/// In a handler: gives the screen back if it is this process's, and the keys if no shell has them.
private func giveBack() {
    guard Suspension.giveUp() else { return }
    let leaving: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    _ = write(terminal.descriptor, leaving.utf8Start, leaving.utf8CodeUnitCount)
    guard terminal.hasModes, tcgetpgrp(terminal.descriptor) == getpgrp() else { return }
    tcsetattr(terminal.descriptor, TCSANOW, &terminal.before)
}

private func suspend(_ number: Int32) {
    // Whoever was interrupted may still look at it.
    let error = errno
    giveBack()
    kill(getpid(), SIGSTOP)
    errno = error
}

private func goOn(_ number: Int32) { Suspension.noteReturn() }

/// Dies of it all the same, as soon as this handler has returned.
private func quit(_ number: Int32) {
    giveBack()
    signal(SIGQUIT, SIG_DFL)
    kill(getpid(), SIGQUIT)
}
