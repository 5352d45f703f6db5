import Glibc
import Platform

/// A signal to a reader thread that its consumer has gone. It can be polled, so it ends any wait.
public final class StopSignal: Sendable {
    // Without a descriptor left, waits end by their time alone: poll skips the number -1.
    private let wakeUp = try? WakeUp()

    package init() {}

    /// Readable once the signal is given.
    var descriptor: Int32 { wakeUp?.descriptor ?? -1 }

    /// Raises the signal; it stays raised.
    func raise() { wakeUp?.wake() }

    /// Whether the signal is raised.
    public var isRaised: Bool {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&item, 1, 0) > 0
    }

    /// Waits for a time, or until the signal is raised.
    ///
    /// - Returns: Whether the signal is raised.
    public func wait(seconds: Double) -> Bool {
        if case .stopped = Wait.forInput(on: nil, stop: self, seconds: seconds) { return true }
        return false
    }
}

/// Waits that a ``StopSignal`` ends.
package enum Wait {
    package enum Outcome { case ready, timedOut, stopped }

    /// Waits until a descriptor is ready, the time has passed, or the signal is raised.
    package static func forInput(
        on descriptor: Int32?, events: Int32 = POLLIN, stop: StopSignal, seconds: Double
    ) -> Outcome {
        var items = [
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor ?? -1, events: Int16(events), revents: 0),
        ]
        let milliseconds = Int32(max(0, min(seconds, 1e6)) * 1000 + 0.999)
        let count = poll(&items, 2, milliseconds)
        if items[0].revents != 0 { return .stopped }
        return count > 0 ? .ready : .timedOut
    }
}
