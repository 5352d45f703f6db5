import CZeroMQ
import Glibc

/// Owns libzmq's threads. Sockets hold it strongly, so it ends after the last of them.
///
/// `@unchecked Sendable`: libzmq contexts may be used from any thread, and the pointer never changes.
public final class Context: @unchecked Sendable {
    let handle: UnsafeMutableRawPointer

    /// Starts a context with one thread for input and output.
    public init() throws(ZeroMQError) {
        guard let handle = zmq_ctx_new() else { throw ZeroMQError("start ZeroMQ") }
        self.handle = handle
    }

    /// Version of the library, such as "4.3.4".
    public static var libraryVersion: String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        zmq_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    deinit {
        // Waits for what lingers in closed sockets; a signal may interrupt the wait.
        while zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
    }
}
