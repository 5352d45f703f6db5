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
    public func readings(skipping count: UInt64) -> AsyncStream<PositionReading> {
        PositionPipe.readings(skipping: 0) { listen(into: $0) }
    }

    private var address: String { "gpsd at \(host.contains(":") ? "[\(host)]" : host):\(port)" }

    private func listen(into pipe: PositionPipe) {
        var backoff = Backoff()
        var conversation = Conversation(address: address, device: device)
        while !pipe.stop.isRaised {
            do throws(TCPConnection.Failure) {
                let connection = try TCPConnection.open(
                    host: host, port: port, stop: pipe.stop, timeoutSeconds: Self.connectSeconds)
                try connection.send(watchCommand)
                if try converse(over: connection, &conversation, &backoff, into: pipe) { return }
            } catch {
                guard retry(after: error, &conversation, &backoff, into: pipe) else { return }
            }
        }
    }

    private var watchCommand: String {
        guard let device else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
        let escaped = device.filter { $0 != "\"" && $0 != "\\" && $0 != "\n" }
        return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(escaped)\"};\n"
    }

    /// Reads a connection until it is lost, which throws, or until the consumer has gone.
    ///
    /// - Returns: `true` if the consumer has gone.
    private func converse(
        over connection: TCPConnection, _ conversation: inout Conversation, _ backoff: inout Backoff,
        into pipe: PositionPipe
    ) throws(TCPConnection.Failure) -> Bool {
        conversation.splitter = LineSplitter()
        while true {
            let wait = conversation.elapsed.secondsToNext(now: clock.now())
            switch try connection.receive(stop: pipe.stop, seconds: wait) {
            case .stopped: return true
            case .nothing: break
            case .bytes(let bytes):
                backoff.reset()
                for event in conversation.events(from: bytes, now: clock.now()) {
                    guard pipe.send(event) else { return true }
                }
            }
            if let moment = conversation.elapsed.moment(now: clock.now()) {
                guard pipe.send(.elapsed(moment)) else { return true }
            }
        }
    }

    /// Reports a lost connection and waits before the next attempt.
    ///
    /// - Returns: `false` if the consumer has gone.
    private func retry(
        after failure: TCPConnection.Failure, _ conversation: inout Conversation, _ backoff: inout Backoff,
        into pipe: PositionPipe
    ) -> Bool {
        let pause = backoff.pauseSeconds()
        conversation.isLost = true
        let problem = PositionProblem.disconnected(
            address: address, reason: failure.reason, retryAfterSeconds: pause)
        guard pipe.send(.problem(problem)) else { return false }
        let end = clock.now() + pause
        while clock.now() < end {
            clock.wait(
                until: min(end, clock.now() + conversation.elapsed.secondsToNext(now: clock.now())), stop: pipe.stop)
            if pipe.stop.isRaised { return false }
            if let moment = conversation.elapsed.moment(now: clock.now()) {
                guard pipe.send(.elapsed(moment)) else { return false }
            }
        }
        return true
    }

    /// The state that survives a connection.
    private struct Conversation {
        var splitter = LineSplitter()
        var reader: GPSDReader
        var elapsed = LiveElapsed()
        var isLost = false
        let address: String

        init(address: String, device: String?) {
            self.address = address
            reader = GPSDReader(address: address, device: device)
        }

        mutating func events(from bytes: ArraySlice<UInt8>, now: Double) -> [PositionEvent] {
            var events: [PositionEvent] = []
            if isLost {
                isLost = false
                events.append(.problem(.reconnected(address: address)))
            }
            for line in splitter.lines(adding: bytes) {
                for output in reader.add(line, now: now) {
                    switch output {
                    case .fix(let fix):
                        elapsed.fix(at: fix.time, now: now)
                        events.append(.fix(fix))
                    case .heading(let heading): events.append(.heading(heading))
                    case .problem(let problem): events.append(.problem(problem))
                    }
                }
            }
            return events
        }
    }
}
