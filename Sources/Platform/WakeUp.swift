import CPlatform
import Glibc

/// Wakes a thread that waits for descriptors, from any other thread.
public final class WakeUp: Sendable {
    /// Readable between ``wake()`` and ``clear()``.
    public let descriptor: Int32

    /// Makes a wake-up.
    ///
    /// - Throws: ``SystemError`` if the process has no file descriptor left.
    public init() throws(SystemError) {
        descriptor = navbus_event_descriptor()
        guard descriptor >= 0 else {
            throw SystemError(
                operation: "make an event descriptor", remedy: "raise the limit of open files (ulimit -n)")
        }
    }

    deinit { close(descriptor) }

    /// Makes the descriptor readable. Never blocks.
    public func wake() {
        // Fails only if the counter is full; the descriptor is readable then.
        eventfd_write(descriptor, 1)
    }

    /// Makes the descriptor unreadable again.
    public func clear() {
        var count: eventfd_t = 0
        // Fails only if the descriptor is not readable.
        eventfd_read(descriptor, &count)
    }

    /// Waits until ``wake()`` was called since the last wait, or until the time is over.
    ///
    /// - Parameter milliseconds: The longest wait; -1: no limit.
    public func wait(milliseconds: Int32 = -1) {
        var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&waited, 1, milliseconds)
        clear()
    }
}
