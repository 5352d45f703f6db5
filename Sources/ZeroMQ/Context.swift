import CZeroMQ
import Glibc

/// A ZeroMQ context: it owns the threads of libzmq. Sockets hold it strongly, so that it ends after the last of them.
///
/// `@unchecked Sendable`: libzmq contexts may be used from any thread, and the pointer never changes.
public final class Context: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    /// Files that a process needs besides a few sockets: libzmq ends the process when it finds no descriptor.
    private static let minFiles = 64

    /// Starts a context with one thread for input and output.
    public init() throws(ZeroMQError) {
        guard Self.raisesFileLimit() else { throw ZeroMQError("start ZeroMQ", code: EMFILE) }
        guard let handle = zmq_ctx_new() else { throw ZeroMQError("start ZeroMQ") }
        self.handle = handle
    }

    /// Raises the limit of open files if necessary; `false` if that is not allowed.
    private static func raisesFileLimit() -> Bool {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < minFiles else { return true }
        limit.rlim_cur = min(rlim_t(minFiles), limit.rlim_max)
        return limit.rlim_cur >= minFiles && setrlimit(resource, &limit) == 0
    }

    deinit {
        // Waits for the unsent messages of closed sockets. A signal may interrupt the wait.
        while zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
    }
}
