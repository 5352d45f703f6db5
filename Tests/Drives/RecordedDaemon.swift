import Foundation

/// A simulated gpsd, which sends a log to the first client on a loopback port and disconnects.
final class RecordedDaemon: Sendable {
    let port: UInt16
    private let listener: Int32

    /// Opens the port.
    init(log: URL) throws {
        let bytes = try [UInt8](Data(contentsOf: log))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(listener, generic, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, generic, &size) == 0
            }
        }
        guard isOpen else { throw CocoaError(.fileReadUnknown) }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { Self.serve(bytes, on: listener) }
    }

    deinit { close(listener) }

    private static func serve(_ bytes: [UInt8], on listener: Int32) {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(client, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { break }
            sent += count
        }
        // Unread data of the client would reset the connection and discard data that the client has not read yet.
        shutdown(client, Int32(SHUT_WR))
        var said = [UInt8](repeating: 0, count: 4096)
        while recv(client, &said, said.count, 0) > 0 {}
        close(client)
    }
}
