import Glibc

/// The time for which the processors have worked for this process.
package enum ProcessorTime {
    /// Waits until this process has used so much processor time, on any thread; an idle process waits for ever.
    ///
    /// - Returns: `false` if the system has no such clock.
    package static func wait(milliseconds: Int) -> Bool {
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        var code = EINTR
        while code == EINTR { code = clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, 0, &time, nil) }
        return code == 0
    }
}
