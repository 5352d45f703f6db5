import CZeroMQ
import Glibc

/// Owns libzmq's threads. Sockets hold it strongly, so it ends after the last of them.
///
/// `@unchecked Sendable`: libzmq contexts may be used from any thread, and the pointer never changes.
public final class Context: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    /// Files that a process needs besides a few sockets: libzmq ends it when it finds none for itself.
    private static let fewestFiles = 64

    /// Starts a context with one thread for input and output.
    public init() throws(ZeroMQError) {
        guard Self.raisesFileLimit() else { throw ZeroMQError("start ZeroMQ", code: EMFILE) }
        guard let handle = zmq_ctx_new() else { throw ZeroMQError("start ZeroMQ") }
        self.handle = handle
    }

    /// Sees to it that enough files may be open; `false` if that is not allowed.
    private static func raisesFileLimit() -> Bool {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < fewestFiles else { return true }
        limit.rlim_cur = min(rlim_t(fewestFiles), limit.rlim_max)
        return limit.rlim_cur >= fewestFiles && setrlimit(resource, &limit) == 0
    }

    deinit {
        // Waits for what lingers in closed sockets; a signal may interrupt the wait.
        while zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
    }
}
