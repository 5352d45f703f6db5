import CommandOutput
import Dispatch
import Glibc
package import Launcher

/// Serves the metrics over HTTP: one request per connection, with a head of bounded size.
///
/// A single thread serves all connections with `poll`. A client can use no more memory than one head, and cannot block
/// other clients.
package struct MetricsServer: Sendable {
    /// The limit of connections. A further one replaces the oldest one that does not wait for the metrics: a proper
    /// client has sent its request and closed long before.
    static let maxConnections = 32

    private let address: MetricsAddress
    private let scraper: StatusScraper
    private let token: String?
    private let tokenHint: String

    /// Creates a server, which ``run(until:)`` starts.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - scraper: Requests the status of the bus for each answer.
    ///   - token: The required token; `nil` without authorization.
    ///   - tokenHint: A hint where to find the token, printed with the address; empty without a token.
    package init(address: MetricsAddress, scraper: StatusScraper, token: String?, tokenHint: String) {
        (self.address, self.scraper, self.token, self.tokenHint) = (address, scraper, token, tokenHint)
    }

    /// Serves until `end` returns.
    ///
    /// - Parameter end: Returns when the server has to stop.
    /// - Throws: ``ListenFailure`` if the address cannot be listened at.
    package func run(until end: () async -> Void) async throws {
        let listener = try LoopbackListener(address)
        Output.line("metrics at http://\(listener.address)/metrics" + (tokenHint.isEmpty ? "" : "  \(tokenHint)"))
        DispatchQueue(label: "navbus.metrics.server").async { serve(at: listener) }
        await end()
        listener.stop()
    }

    private func serve(at listener: LoopbackListener) {
        let access = MetricsAccess(token: token, port: listener.address.port)
        var connections: [MetricsConnection] = []
        defer { for connection in connections { close(connection.descriptor) } }
        while true {
            var pollDescriptors = connections.map { pollfd(fd: $0.descriptor, events: $0.pollEvents, revents: 0) }
            pollDescriptors.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
            poll(
                &pollDescriptors, nfds_t(pollDescriptors.count),
                Self.milliseconds(until: connections.map(\.deadline).min()))
            for index in connections.indices where pollDescriptors[index].revents != 0 { connections[index].advance() }
            answer(&connections)
            let now = ContinuousClock.now
            connections.removeAll { connection in
                guard connection.isClosed || connection.deadline <= now else { return false }
                close(connection.descriptor)
                return true
            }
            guard pollDescriptors.last?.revents != 0 else { continue }
            for _ in 0..<Self.maxConnections {
                guard let descriptor = Self.nextConnection(at: listener) else { return }
                guard descriptor >= 0 else { break }
                var connection = MetricsConnection(descriptor, access)
                // The request may have arrived already.
                connection.advance()
                if connections.count >= Self.maxConnections { Self.closeOldest(of: &connections) }
                connections.append(connection)
            }
            answer(&connections)
        }
    }

    private static func closeOldest(of connections: inout [MetricsConnection]) {
        let idle = connections.indices.filter { connections[$0].exchange.stage != .awaitingStatus }
        guard
            let oldest = (idle.isEmpty ? Array(connections.indices) : idle).min(by: {
                connections[$0].acceptedAt < connections[$1].acceptedAt
            })
        else { return }
        close(connections[oldest].descriptor)
        connections.remove(at: oldest)
    }

    /// Requests the status of the bus once for all connections that wait for it.
    private func answer(_ connections: inout [MetricsConnection]) {
        guard connections.contains(where: { $0.exchange.stage == .awaitingStatus }) else { return }
        let metrics = PrometheusText(scraper.statusNow()).text
        for index in connections.indices where connections[index].exchange.stage == .awaitingStatus {
            connections[index].provide(metrics)
        }
    }

    /// Accepts a connection. Negative if the client has gone already; `nil` if the listener was stopped.
    private static func nextConnection(at listener: LoopbackListener) -> Int32? {
        let descriptor = accept(listener.descriptor, nil, nil)
        guard descriptor < 0 else { return descriptor }
        if errno == EINVAL { return nil }
        // Without free descriptors or memory, the connection stays pending: the pause avoids a busy loop.
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS { usleep(100_000) }
        return descriptor
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        return Int32(min(10_000, max(0, left.rounded(.up))))
    }
}
