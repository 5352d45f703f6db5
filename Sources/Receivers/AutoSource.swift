package import Positions

/// A source of positions that finds a receiver by itself: gpsd with a receiver, else GeoClue with a source of exact
/// positions, else a serial line on which NMEA 0183 arrives.
///
/// The choice is reported with the reasons against the others, and lasts until the source is no longer read. Without any
/// receiver, the search is repeated for ever, with pauses from 0.5 s that double up to 10 s.
package struct AutoSource: PositionSource {
    private let search: ReceiverSearch
    private let clock: any PaceClock

    /// Makes a source; it searches when it is read.
    package init() { self.init(ReceiverSearch()) }

    init(_ search: ReceiverSearch, clock: any PaceClock = SystemPaceClock()) {
        (self.search, self.clock) = (search, clock)
    }

    /// Starts reading; see ``Positions/PositionSource/positions()``.
    package func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { listen(into: $0) }
    }

    /// Starts reading; see ``Positions/PositionSource/readings(skipping:)``.
    package func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: 0) { listen(into: $0) }
    }

    private func listen(into pipe: PositionPipe) {
        var reconnection = Reconnection(clock: clock)
        var search = search
        while !pipe.stop.isRaised {
            let outcome = search.run(stop: pipe.stop)
            let rejected = outcome.rejected.map(\.text)
            if let receiver = outcome.receiver {
                guard pipe.send(.problem(.found(source: receiver.name, rejected: rejected))) else { return }
                return listen(to: receiver, into: pipe)
            }
            let isOpen = reconnection.wait(in: pipe) { pause in
                .unavailable(
                    source: "any receiver", reason: rejected.joined(separator: "; "), remedy: Self.remedy,
                    retryAfterSeconds: pause)
            }
            guard isOpen else { return }
        }
    }

    private func listen(to receiver: ReceiverSearch.Receiver, into pipe: PositionPipe) {
        switch receiver {
        case .gpsd(let host, let port): GPSDSource(host: host, port: port, clock: clock).listen(into: pipe)
        case .geoClue: GeoClueSource(bus: search.bus, clock: clock).listen(into: pipe)
        case .serial(let path, let baudRate):
            NMEASource(serialLine: path, baudRate: baudRate, clock: clock).read(into: pipe)
        }
    }

    static let remedy =
        "connect a receiver, start gpsd, or choose another source (source.kind = \"http\" for a phone, or \"simulate\")"
}
