import Dispatch
import Glibc

/// Serves the metrics over HTTP: one request per connection, with a head of bounded size.
///
/// A single thread serves all connections with `poll`. A client can use no more memory than one head, and cannot block
/// other clients.
struct MetricsServer: Sendable {
    /// The limit of connections. A further one replaces the oldest one that does not wait for the metrics: a proper
    /// client has sent its request and closed long before.
    static let mostGuests = 32

    let address: ListenAddress
    let scraper: StatusScraper
    /// The required token; `nil` without authorization.
    let token: String?
    /// A hint where to find the token; empty without a token.
    let tokenHint: String

    /// Serves until `end` returns.
    ///
    /// - Parameter end: Returns when the server has to stop.
    func run(until end: () async -> Void) async throws {
        let listener = try LoopbackListener(address)
        Output.line("metrics at http://\(listener.address)/metrics" + (tokenHint.isEmpty ? "" : "  \(tokenHint)"))
        DispatchQueue(label: "navbus.metrics.server").async { serve(at: listener) }
        await end()
        listener.stop()
    }

    private func serve(at listener: LoopbackListener) {
        let access = MetricsAccess(token: token, port: listener.address.port)
        var guests: [MetricsGuest] = []
        defer { for guest in guests { close(guest.descriptor) } }
        while true {
            var places = guests.map { pollfd(fd: $0.descriptor, events: $0.awaited, revents: 0) }
            places.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
            poll(&places, nfds_t(places.count), Self.milliseconds(until: guests.map(\.deadline).min()))
            for index in guests.indices where places[index].revents != 0 { guests[index].advance() }
            answer(&guests)
            let now = ContinuousClock.now
            guests.removeAll { guest in
                guard guest.isGone || guest.deadline <= now else { return false }
                close(guest.descriptor)
                return true
            }
            guard places.last?.revents != 0 else { continue }
            for _ in 0..<Self.mostGuests {
                guard let descriptor = Self.arrival(at: listener) else { return }
                guard descriptor >= 0 else { break }
                var guest = MetricsGuest(descriptor, access)
                // The request may have arrived already.
                guest.advance()
                if guests.count >= Self.mostGuests { Self.sendAwayOne(of: &guests) }
                guests.append(guest)
            }
            answer(&guests)
        }
    }

    private static func sendAwayOne(of guests: inout [MetricsGuest]) {
        let idle = guests.indices.filter { guests[$0].exchange.stage != .asking }
        guard
            let longest = (idle.isEmpty ? Array(guests.indices) : idle).min(by: {
                guests[$0].arrival < guests[$1].arrival
            })
        else { return }
        close(guests[longest].descriptor)
        guests.remove(at: longest)
    }

    /// Requests the status of the bus once for all connections that wait for it.
    private func answer(_ guests: inout [MetricsGuest]) {
        guard guests.contains(where: { $0.exchange.stage == .asking }) else { return }
        let metrics = PrometheusText(scraper.statusNow()).text
        for index in guests.indices where guests[index].exchange.stage == .asking { guests[index].tell(metrics) }
    }

    /// Accepts a connection. Negative if the client has gone already; `nil` if the listener was stopped.
    private static func arrival(at listener: LoopbackListener) -> Int32? {
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
