import Glibc

/// Notifies the service manager that started this process, such as systemd, by datagrams to the socket of
/// `NOTIFY_SOCKET`.
struct ServiceManager: Sendable {
    /// The path of the socket, or `@` and an abstract name; `nil` without a service manager.
    private let address: String?
    /// The longest time between two calls of ``alive()``; `nil` if the service manager has no watchdog for this
    /// process.
    let watchdogSeconds: Double?

    /// - Parameter variable: Returns a variable of the environment.
    init(_ variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
        address = variable("NOTIFY_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        let isForUs = variable("WATCHDOG_PID").flatMap { Int32($0) }.map { $0 == getpid() } ?? true
        let microseconds = variable("WATCHDOG_USEC").flatMap { UInt64($0) } ?? 0
        watchdogSeconds = isForUs && microseconds > 0 ? Double(microseconds) / 1e6 : nil
    }

    /// Reports that the run has started.
    func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }
    /// Reports the present state in a line for people.
    func status(_ text: String) { send("STATUS=\(text)") }
    /// Reports that the run is stopping.
    func stopping() { send("STOPPING=1\nSTATUS=stopping") }
    /// Resets the watchdog of the service manager.
    func alive() { send("WATCHDOG=1") }

    /// Sends a notification; errors are ignored, since the service manager may have ended.
    private func send(_ message: String) {
        guard let address, let name = SocketName(address) else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        name.withAddress { _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, $1) }
    }
}

/// The address of a Unix-domain socket.
private struct SocketName {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// `nil` if it is too long.
    init?(_ text: String) {
        var bytes = Array(text.utf8)
        guard let first = bytes.first, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        let isAbstract = first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1))
    }

    func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Void) {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
