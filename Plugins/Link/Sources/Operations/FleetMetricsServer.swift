import CMicroHTTPD
import Glibc
import HTTPServer
import Platform

/// Serves the metrics of a fleet over HTTP, at a loopback address only. The figures contain neither positions nor names of
/// sessions, so every user of this machine may read them.
///
/// It asks the fleet for each answer on its one thread, so that scrapes wait for each other.
final class FleetMetricsServer: HTTPDaemonHandler {
    private static let maxWaitSeconds = 1.0
    /// The value of a request whose headers have come.
    private static var begun: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

    private let daemon: HTTPDaemon
    private let metrics: () -> String?

    /// - Parameter metrics: The text; `nil` if no server of the fleet answers.
    init(_ socket: ListenSocket, metrics: @escaping () -> String?) throws(SystemError) {
        guard let daemon = HTTPDaemon(socket, ConnectionLimits()) else {
            throw SystemError(
                operation: "start libmicrohttpd", code: ENOMEM, remedy: "check that it has epoll and enough memory")
        }
        (self.daemon, self.metrics) = (daemon, metrics)
        daemon.handler = self
    }

    /// Serves until a condition holds, which is checked at least once a second.
    func run(until isStopped: () -> Bool) {
        while !isStopped() {
            var wait = pollfd(fd: daemon.descriptor, events: Int16(POLLIN), revents: 0)
            let seconds = min(daemon.timeoutSeconds(at: HTTPDaemon.now), Self.maxWaitSeconds)
            poll(&wait, 1, Int32((seconds * 1000).rounded(.up)))
            daemon.run(at: HTTPDaemon.now)
        }
        daemon.stop()
    }

    func answer(
        _ connection: OpaquePointer, _ method: String, _ path: String, body: UnsafeRawBufferPointer?,
        _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> MHD_Result {
        guard state.pointee != nil else {
            state.pointee = Self.begun
            return .YES
        }
        guard body == nil else { return .YES }
        return reply(method, path).send(on: connection)
    }

    func completed(_ connection: OpaquePointer, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) {}

    private func reply(_ method: String, _ path: String) -> HTTPReply {
        guard path == "/metrics" else { return HTTPReply(refusing: 404, "The metrics are at /metrics.") }
        guard method == "GET" else { return HTTPReply(refusing: 405, "Use GET.", headers: [("Allow", "GET")]) }
        guard let text = metrics() else { return HTTPReply(refusing: 503, "No server of the fleet answers.") }
        return HTTPReply("text/plain; version=0.0.4; charset=utf-8", .bytes(Array(text.utf8)))
    }
}
