import Glibc

/// The end of this process.
enum Ending {
    /// Whether the end was requested; only the signal handler sets it.
    nonisolated(unsafe) static var isAsked: sig_atomic_t = 0

    static func watch(_ fault: Fault) {
        var action = sigaction()
        // Without SA_RESTART: a write that waits for a reader is interrupted.
        action.__sigaction_handler.sa_handler = { _ in Ending.isAsked = 1 }
        if fault == .hangsOnSlowOutput { action.sa_flags = SA_RESTART }
        if [.diesOfTerm, .diesOfTermSilently].contains(fault) { action.__sigaction_handler.sa_handler = SIG_DFL }
        if fault == .ignoresTerm { action.__sigaction_handler.sa_handler = { _ in } }
        sigaction(SIGTERM, &action, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    static func leave(_ code: Int32, _ sentence: String = "") -> Never {
        if !sentence.isEmpty { write(sentence, to: STDERR_FILENO) }
        exit(code)
    }

    /// Ends like a program that crashes at an unexpected message.
    static func crash(_ reason: String) -> Never { leave(70, "bad: \(reason)") }

    /// Writes a line, until the reader is gone or the end is requested.
    static func write(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR, isAsked == 0 { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
