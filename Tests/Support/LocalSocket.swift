import Foundation

/// Unix-domain sockets of programs under test.
public enum LocalSocket {
    /// Binds a socket and closes it: its path stays as that of a program that was killed, and nothing listens there.
    public static func leaveDead(at path: String) throws {
        guard with(path, bind) else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// Whether a program accepts connections at a path.
    public static func isListening(at path: String) -> Bool { with(path, connect) }

    private static func with(
        _ path: String, _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32
    ) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
    }
}
