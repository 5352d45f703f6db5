import Foundation
import TestSupport
import Testing

@testable import Launcher

/// Signals that arrive immediately after the start.
@Suite(.timeLimit(.minutes(1))) struct InterruptsTests {
    @Test func `a signal that arrives immediately is not lost`() async {
        let interrupts = Interrupts()
        // The signal is sent from a thread of its own, which then accepts no signals.
        Thread.detachNewThread {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGHUP)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            _ = pthread_kill(pthread_self(), SIGHUP)
        }
        var came: Int32?
        for await number in interrupts.signals {
            came = number
            break
        }
        interrupts.cancel()
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
        #expect(came == SIGHUP)
    }
}
