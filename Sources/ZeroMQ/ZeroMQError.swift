import CZeroMQ
import Glibc

/// An error of libzmq. The description completes "failed to …".
public struct ZeroMQError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error number as libzmq gave it.
    public let code: Int32
    /// The operation, such as "bind", "connect" or "set the option linger".
    public let operation: String
    /// The endpoint; empty if the operation has none.
    public let endpoint: String

    /// Whether another socket is bound to the endpoint.
    public var isAddressInUse: Bool { code == EADDRINUSE }

    /// Makes an error of an operation with an error number.
    init(_ operation: String, code: Int32) {
        (self.code, self.operation, endpoint) = (code, operation, "")
    }

    /// Makes an error with the number of the last call on this thread.
    init(_ operation: String, endpoint: String = "") {
        code = zmq_errno()
        self.operation = operation
        self.endpoint = endpoint
    }

    /// The operation, the endpoint, the reason, and what to do.
    public var description: String {
        let suffix = endpoint.isEmpty ? "" : " \(endpoint)"
        return "\(operation)\(suffix): \(String(cString: zmq_strerror(code)))\(wayOut)"
    }

    private var wayOut: String {
        switch code {
        case EADDRINUSE: "; end the process that listens there, or choose another endpoint"
        case EADDRNOTAVAIL: "; the address belongs to no network device of this machine"
        case EPROTONOSUPPORT: "; endpoints begin with ipc:// or tcp://"
        case EINVAL where !endpoint.isEmpty: "; an endpoint is ipc://PATH or tcp://ADDRESS:PORT"
        case ENAMETOOLONG: "; a socket's path has at most 107 bytes: choose a shorter folder"
        case EACCES, EPERM: "; check the owner and the mode of its folder"
        case ENOENT: "; create the folder first"
        case EMFILE: "; raise the limit of open files (ulimit -n)"
        default: ""
        }
    }
}
