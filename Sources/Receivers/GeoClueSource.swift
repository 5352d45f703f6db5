package import DBus
package import Positions

/// A source of positions from GeoClue, the location service of Linux desktops and phones, over D-Bus.
///
/// The accuracy of a position is the one that GeoClue reports, which is kilometres if only the network is known. The source
/// reconnects for ever, with pauses from 0.5 s that double up to 10 s, and reports it.
package struct GeoClueSource: PositionSource {
    static let name = "GeoClue"
    /// The time without any position after which the source says so, seconds.
    private static let firstPositionSeconds = 30.0

    private let bus: DBusAddress
    private let clock: any PaceClock
    var timeouts = GeoClueClient.Timeouts()

    /// Makes a source; it connects when it is read.
    package init(bus: DBusAddress = .system, clock: any PaceClock = SystemPaceClock()) {
        (self.bus, self.clock) = (bus, clock)
    }

    /// Starts reading; see ``Positions/PositionSource/positions()``.
    package func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { listen(into: $0) }
    }

    /// Starts reading; see ``Positions/PositionSource/readings(skipping:)``.
    package func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: 0) { listen(into: $0) }
    }

    /// Reads until the consumer has gone.
    func listen(into pipe: PositionPipe) {
        var reconnection = Reconnection(clock: clock)
        var flaws = BadLineCounter(source: Self.name)
        while !pipe.stop.isRaised {
            do throws(GeoClueError) {
                let client = try GeoClueClient(bus, timeouts, stop: pipe.stop)
                return try listen(to: client, &reconnection, &flaws, into: pipe)
            } catch {
                let isOpen = reconnection.wait(in: pipe) { pause in
                    .unavailable(
                        source: Self.name, reason: error.reason, remedy: error.remedy, retryAfterSeconds: pause)
                }
                guard isOpen else { return }
            }
        }
    }

    /// Reads a started client until GeoClue or the bus ends, which throws, or until the consumer has gone.
    private func listen(
        to client: GeoClueClient, _ reconnection: inout Reconnection, _ flaws: inout BadLineCounter,
        into pipe: PositionPipe
    ) throws(GeoClueError) {
        if reconnection.succeed(), !pipe.send(.problem(.reconnected(address: Self.name))) { return }
        var hasPosition = false
        while true {
            let event = try client.next(within: hasPosition ? 3600 : Self.firstPositionSeconds, stop: pipe.stop)
            switch event {
            case .stopped: return
            case .nothing:
                guard !hasPosition else { continue }
                hasPosition = true
                guard pipe.send(.problem(Self.noPosition)) else { return }
            case .location(let path):
                hasPosition = true
                guard let properties = try client.location(at: path, stop: pipe.stop) else { continue }
                let problem: PositionProblem?
                do throws(GeoClueLocation.Flaw) {
                    guard pipe.send(.fix(try GeoClueLocation.fix(properties))) else { return }
                    problem = nil
                } catch {
                    problem = flaws.problem(reason: "a location \(error.reason)")
                }
                if let problem, !pipe.send(.problem(problem)) { return }
            }
        }
    }

    private static let noPosition = PositionProblem.refused(
        address: name,
        message: "it has found no position yet; it needs a modem with a receiver, a wireless network, or a receiver "
            + "that sends NMEA over the network")
}
