import EventCodec
import NavigationEvents
import Platform
import Synchronization

/// Receives the status that the process of the bus sends once a second, so that the launcher need not request it.
final class StatusInbox: Sendable {
    /// More than the status of any bus.
    private static let maxBytes = 1 << 18

    private let path: String?
    private let socket = Mutex<UnixDatagramSocket?>(nil)

    /// - Parameter path: The path of the socket; `nil` if the bus sends nothing by itself.
    init(path: String?) { self.path = path }

    /// Begins to receive. The folder must exist.
    func open() { socket.withLock { $0 = path.flatMap { UnixDatagramSocket(path: $0) } } }

    /// The newest status that has come since the last call; `nil` if none has.
    func newest() -> BusStatus? {
        socket.withLock { socket in
            var newest: [UInt8]?
            while let bytes = socket?.receive(maxBytes: Self.maxBytes) { newest = bytes }
            return newest.flatMap { try? BusStatus(wireBytes: $0) }
        }
    }

    /// Ends receiving.
    func close() {
        socket.withLock { socket in
            socket?.remove()
            socket = nil
        }
    }
}
