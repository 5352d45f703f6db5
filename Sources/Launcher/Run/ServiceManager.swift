import Glibc
import Platform

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
        if let address { UnixDatagramSocket.send(Array(message.utf8), to: address) }
    }
}
