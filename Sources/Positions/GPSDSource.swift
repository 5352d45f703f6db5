import NavigationEvents

/// A source of positions from gpsd, by its JSON protocol over TCP.
///
/// The source reconnects for ever, with pauses from 0.5 s that double up to 10 s, and reports it. Of several receivers
/// it uses the first one with a fix, and another one after 5 s of silence. Reports of the class ATT are headings:
/// `heading` from true north, or `mheading` from magnetic north if there is no other. Lines that are not valid JSON, as
/// some versions of gpsd send, are skipped and counted.
public struct GPSDSource: PositionSource {
    private let host: String
    private let port: UInt16
    private let device: String?
    private let clock: any PaceClock

    private static let connectSeconds = 5.0

    /// Makes a source; it connects when it is read.
    ///
    /// - Parameters:
    ///   - host: Name or address of the machine.
    ///   - port: Port of gpsd.
    ///   - device: The only receiver to read ("/dev/ttyUSB0"); `nil` for any.
    ///   - clock: The clock for pauses and times.
    public init(
        host: String = "127.0.0.1", port: UInt16 = 2947, device: String? = nil,
        clock: any PaceClock = SystemPaceClock()
    ) {
        self.host = host
        self.port = port
        self.device = device
        self.clock = clock
    }

    /// Starts reading; see ``PositionSource/positions()``.
    public func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { listen(into: $0) }
    }

    /// Starts reading; see ``PositionSource/readings(skipping:)``.
    public func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: 0) { listen(into: $0) }
    }

    private var address: String { "gpsd at \(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Reads until the consumer has gone.
    package func listen(into pipe: PositionPipe) {
        var reconnection = Reconnection(clock: clock)
        var reader = GPSDReader(address: address, device: device)
        while !pipe.stop.isRaised {
            do throws(TCPConnection.Failure) {
                let connection = try TCPConnection.open(
                    host: host, port: port, stop: pipe.stop, timeoutSeconds: Self.connectSeconds)
                try connection.send(watchCommand)
                return try converse(over: connection, &reader, &reconnection, into: pipe)
            } catch {
                let isOpen = reconnection.wait(in: pipe) { pause in
                    .disconnected(address: address, reason: error.reason, retryAfterSeconds: pause)
                }
                guard isOpen else { return }
            }
        }
    }

    private var watchCommand: String {
        guard let device else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
        let escaped = device.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" }
        return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(escaped)\"};\n"
    }

    /// Reads a connection until it is lost, which throws, or until the consumer has gone.
    private func converse(
        over connection: TCPConnection, _ reader: inout GPSDReader, _ reconnection: inout Reconnection,
        into pipe: PositionPipe
    ) throws(TCPConnection.Failure) {
        var splitter = LineSplitter()
        while true {
            switch try connection.receive(stop: pipe.stop, seconds: 3600) {
            case .stopped: return
            case .nothing: break
            case .bytes(let bytes):
                if reconnection.succeed(), !pipe.send(.problem(.reconnected(address: address))) { return }
                for line in splitter.lines(adding: bytes) {
                    for output in reader.add(line, now: clock.now()) {
                        guard pipe.send(PositionEvent(output)) else { return }
                    }
                }
            }
        }
    }
}

extension PositionEvent {
    fileprivate init(_ output: GPSDReader.Output) {
        switch output {
        case .fix(let fix): self = .fix(fix)
        case .heading(let heading): self = .heading(heading)
        case .problem(let problem): self = .problem(problem)
        }
    }
}
