import Dispatch
import Glibc

/// Answers Prometheus over HTTP: a head of bounded size and an answer, then the connection ends.
///
/// Nothing a guest does costs more than the size of a head, and nobody is waited for: one thread asks `poll` who has
/// something for it.
struct MetricsServer: Sendable {
    /// Further guests wait until one of these has gone, which takes seconds at most.
    static let mostGuests = 32

    let address: ListenAddress
    let scraper: StatusScraper

    /// Serves until it is told to end.
    ///
    /// - Parameter end: Returns when it is time to end.
    func run(until end: () async -> Void) async throws {
        let listener = try LoopbackListener(address)
        Output.line("metrics at http://\(listener.address)/metrics")
        DispatchQueue(label: "navbus.metrics.server").async { serve(at: listener) }
        await end()
        listener.stop()
    }

    private func serve(at listener: LoopbackListener) {
        var guests: [MetricsGuest] = []
        defer { for guest in guests { close(guest.descriptor) } }
        while true {
            let isFull = guests.count >= Self.mostGuests
            var places = guests.map { pollfd(fd: $0.descriptor, events: $0.awaited, revents: 0) }
            places.append(pollfd(fd: isFull ? -1 : listener.descriptor, events: Int16(POLLIN), revents: 0))
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
            guard let guest = Self.arrival(at: listener) else { return }
            if guest >= 0 { guests.append(MetricsGuest(guest)) }
        }
    }

    /// Asks the bus once for everybody who wants to know.
    private func answer(_ guests: inout [MetricsGuest]) {
        guard guests.contains(where: { $0.exchange.stage == .asking }) else { return }
        let metrics = PrometheusText(scraper.statusNow()).text
        for index in guests.indices where guests[index].exchange.stage == .asking { guests[index].tell(metrics) }
    }

    /// The connection of a guest, negative if it has gone already; `nil` if nobody is to arrive any more.
    private static func arrival(at listener: LoopbackListener) -> Int32? {
        let descriptor = accept(listener.descriptor, nil, nil)
        guard descriptor < 0 else { return descriptor }
        if errno == EINVAL { return nil }
        // Where descriptors or memory are short, the guest stays at the door: that must not become a busy loop.
        if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS { usleep(100_000) }
        return descriptor
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        return Int32(min(10_000, max(0, left.rounded(.up))))
    }
}
