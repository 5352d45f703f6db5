import CPlatform
import Glibc

/// Descriptors that can be waited for as one.
package final class DescriptorGroup {
    /// Readable while one of the descriptors is.
    package let descriptor: Int32

    private static let maxReady = 64

    /// Makes an empty group.
    ///
    /// - Throws: ``SystemError`` if no descriptor is left.
    package init() throws(SystemError) {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else {
            throw SystemError(operation: "watch descriptors", remedy: "raise the limit of open files (ulimit -n)")
        }
    }

    deinit { close(descriptor) }

    /// Adds a descriptor, which leaves the group when it is closed; `false` if that is impossible.
    package func add(_ member: Int32) -> Bool {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: member))
        return epoll_ctl(descriptor, EPOLL_CTL_ADD, member, &event) == 0
    }

    /// The descriptors that are readable, or whose connection has ended; at most some dozens at a time.
    package var ready: [Int32] {
        var events = [epoll_event](repeating: epoll_event(), count: Self.maxReady)
        let count = epoll_wait(descriptor, &events, Int32(events.count), 0)
        return events.prefix(Int(max(count, 0))).map(\.data.fd)
    }
}
