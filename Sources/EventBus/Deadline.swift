import Platform
import ZeroMQ

/// The time at which a wait ends.
struct Deadline {
    /// The duration of the timeout, in seconds.
    let seconds: Double
    private let end: UInt64

    init(_ timeout: Duration) {
        seconds = timeout.inSeconds
        end = MonotonicInstant.now.nanoseconds &+ UInt64(max(0, min(seconds, 1e9)) * 1e9)
    }

    var isOver: Bool { MonotonicInstant.now.nanoseconds >= end }

    /// Milliseconds until the deadline, rounded up, so that a wait ends after the deadline and not before.
    var millisecondsLeft: Int {
        let now = MonotonicInstant.now.nanoseconds
        return now >= end ? 0 : Int(clamping: (end - now + 999_999) / 1_000_000)
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
