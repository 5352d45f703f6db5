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

    deinit {
        // Waits for what lingers in closed sockets; a signal may interrupt the wait.
        while zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
    }
}

/// Gives the pages of memory that is free back to the system: what libzmq held for a peer, after the peer was cut off.
public func returnFreeMemory() { navbus_return_free_memory() }
