import Glibc
import Synchronization

/// Restores the terminal before Ctrl-Z stops the process, and takes it again when the process continues.
///
/// The signal handlers use only globals and async-signal-safe functions.
enum Suspension {
    private static let hasResumed = Atomic(false)
    private static let isActive = Atomic(false)
    /// Whether this process owns the screen: not from Ctrl-Z until it is in the foreground again.
    private static let isScreenTaken = Atomic(false)

    private static let handled = [SIGTSTP, SIGCONT, SIGQUIT]

    /// Reads keys one by one without echo and installs the handlers; Ctrl-C, Ctrl-Z and Ctrl-\ still send signals.
    static func begin(_ descriptor: Int32) {
        terminal.descriptor = descriptor
        terminal.hasModes = tcgetattr(descriptor, &terminal.before) == 0
        takeKeys()
        isScreenTaken.store(true, ordering: .releasing)
        isActive.store(true, ordering: .releasing)
        // A process that ends in the background must not be stopped by its access to the terminal.
        signal(SIGTTOU, SIG_IGN)
        signal(SIGTTIN, SIG_IGN)
        signal(SIGTSTP, suspend)
        signal(SIGCONT, handleContinue)
        signal(SIGQUIT, quit)
        // The parent process may have blocked them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in handled { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Gives up the screen.
    ///
    /// - Returns: Whether this process owned it.
    static func giveUp() -> Bool { isScreenTaken.exchange(false, ordering: .acquiringAndReleasing) }

    /// Restores the default signal handlers.
    ///
    /// - Parameter restoresKeys: Whether to restore the terminal modes; a shell in the foreground has its own.
    static func end(restoresKeys: Bool) {
        isActive.store(false, ordering: .releasing)
        for number in handled { signal(number, SIG_DFL) }
        if restoresKeys, terminal.hasModes { tcsetattr(terminal.descriptor, TCSANOW, &terminal.before) }
    }

    /// Takes the terminal again if the process was stopped meanwhile.
    ///
    /// - Returns: Whether it was stopped.
    static func takeResumption(to descriptor: Int32) -> Bool {
        guard isActive.load(ordering: .acquiring), hasResumed.exchange(false, ordering: .acquiringAndReleasing) else {
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

    fileprivate static func noteResumption() { hasResumed.store(true, ordering: .releasing) }
}

/// Written before the handlers are installed; the handlers only read it.
nonisolated(unsafe) private var terminal = TerminalModes()

private struct TerminalModes {
    var descriptor: Int32 = -1
    var before = termios()
    var hasModes = false
}

/// Called by handlers: restores the screen if this process owns it, and the modes if no shell has changed them.
private func restoreTerminal() {
    guard Suspension.giveUp() else { return }
    let leaving: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    _ = write(terminal.descriptor, leaving.utf8Start, leaving.utf8CodeUnitCount)
    guard terminal.hasModes, tcgetpgrp(terminal.descriptor) == getpgrp() else { return }
    tcsetattr(terminal.descriptor, TCSANOW, &terminal.before)
}

private func suspend(_ number: Int32) {
    // The interrupted code may still read `errno`.
    let error = errno
    restoreTerminal()
    kill(getpid(), SIGSTOP)
    errno = error
}

private func handleContinue(_ number: Int32) { Suspension.noteResumption() }

/// Restores the terminal; the process dies of the signal after the handler has returned.
private func quit(_ number: Int32) {
    restoreTerminal()
    signal(SIGQUIT, SIG_DFL)
    kill(getpid(), SIGQUIT)
}
