import CZeroMQ
import Glibc

/// The origin of a connection, which the kernel reports when it is accepted.
public enum ConnectionOrigin: Sendable, Hashable {
    /// A process of this machine, and its user.
    case process(user: UInt32, process: Int32)
    /// The bytes of a network address.
    case address([UInt8])
    /// The connection has ended already, or is of another kind.
    case unknown

    /// Reads the origin of a connection from the kernel.
    public init(descriptor: Int32) {
        var (user, process): (UInt32, Int32) = (0, 0)
        if navbus_peer_process(descriptor, &user, &process) == 0 {
            self = .process(user: user, process: process)
            return
        }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = navbus_peer_address(descriptor, &bytes)
        self = count > 0 ? .address(Array(bytes.prefix(Int(count)))) : .unknown
    }

    /// The bytes that connections of the same origin have in common: the address, or the user.
    public var address: [UInt8] {
        switch self {
        case .process(let user, _): withUnsafeBytes(of: user) { Array($0) }
        case .address(let bytes): bytes
        case .unknown: []
        }
    }
}

/// Bytes that wait to be read at a socket; `nil` if it is closed.
public func unreadBytes(_ descriptor: Int32) -> Int? {
    let count = navbus_unread_bytes(descriptor)
    return count < 0 ? nil : Int(count)
}

/// Bytes that were received over a TCP connection; `nil` for another descriptor.
public func receivedBytes(_ descriptor: Int32) -> UInt64? {
    var count: UInt64 = 0
    return navbus_received_bytes(descriptor, &count) == 0 ? count : nil
}
