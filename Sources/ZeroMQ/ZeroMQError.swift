import CZeroMQ
import Glibc

/// Why libzmq refused. The description completes "failed to …".
public struct ZeroMQError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error number as libzmq gave it.
    public let code: Int32
    /// What was tried: "bind", "connect", "set the option linger".
    public let operation: String
    /// Where; empty if it is about no endpoint.
    public let endpoint: String

    /// Whether the endpoint is already bound by somebody.
    public var isAddressInUse: Bool { code == EADDRINUSE }

    /// Names what would fail.
    init(_ operation: String, code: Int32) {
        (self.code, self.operation, endpoint) = (code, operation, "")
    }

    /// Takes the error number of the last call on this thread.
    init(_ operation: String, endpoint: String = "") {
        code = zmq_errno()
        self.operation = operation
        self.endpoint = endpoint
    }

    /// What was tried, where, the reason and the way out.
    public var description: String {
        let place = endpoint.isEmpty ? "" : " \(endpoint)"
        return "\(operation)\(place): \(String(cString: zmq_strerror(code)))\(wayOut)"
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
