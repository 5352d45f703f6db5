import Glibc
import Platform

/// Waits until a condition holds; `false` after the timeout.
package func eventually(within seconds: Double = 10, _ condition: () -> Bool) -> Bool {
    let end = MonotonicInstant.now.seconds + seconds
    while MonotonicInstant.now.seconds < end {
        if condition() { return true }
        usleep(2000)
    }
    return condition()
}
