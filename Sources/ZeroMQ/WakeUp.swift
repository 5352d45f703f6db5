import CZeroMQ
import Glibc

/// Wakes a thread that waits in a ``PollSet``, from any other thread.
public final class WakeUp: Sendable {
    /// Readable between ``wake()`` and ``clear()``.
    public let descriptor: Int32

    /// Makes an event descriptor. Fails only when the process has no file descriptor left.
    public init() throws(WakeUpError) {
        descriptor = navbus_event_descriptor()
        guard descriptor >= 0 else { throw WakeUpError(code: errno, missing: .descriptor) }
    }

    deinit { close(descriptor) }

    /// Makes the descriptor readable. Never blocks.
    public func wake() {
        // Fails only when the counter is full, and then the descriptor is readable anyway.
        eventfd_write(descriptor, 1)
    }

    /// Makes the descriptor unreadable again.
    public func clear() {
        var count: eventfd_t = 0
        // Fails only when the descriptor is unreadable already.
        eventfd_read(descriptor, &count)
    }
}

/// The process has no file descriptor left, or may start no thread. The description completes "failed to …".
public struct WakeUpError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The resource that is exhausted.
    enum Missing: Sendable, Hashable {
        case descriptor
        case thread
    }

    /// The error number of the system.
    public let code: Int32
    let missing: Missing

    /// The reason, and what to do.
    public var description: String {
        let reason = String(cString: strerror(code))
        return switch missing {
        case .descriptor: "make an event descriptor: \(reason); raise the limit of open files (ulimit -n)"
        case .thread: "start a thread: \(reason); raise the limit of processes (ulimit -u), or free memory"
        }
    }
}
