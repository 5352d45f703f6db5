import HTTPServer
package import NavigationControl
import NavigationEvents
import Platform
package import Positions
import Synchronization
import Trackers

/// A source of positions that phones and trackers send over HTTP: in the formats of OsmAnd and Traccar Client, and the
/// others of ``Trackers/TrackerPosition``.
///
/// The first device that sends a position is used; after 60 s without one, another device may take over. An address that
/// is in use is opened again for ever, with pauses from 0.5 s that double up to 10 s.
package struct HTTPSource: PositionSource {
    /// The address by default: the port that trackers propose, for this machine alone.
    static let defaultListen = TrackerListener.defaultListen

    private let listen: String
    private let token: String?
    private let clock: any PaceClock
    private let onListening: @Sendable (UInt16) -> Void

    /// A phone or two, and some room for connections that are left open.
    static let limits = {
        var limits = TrackerLoop.limits
        (limits.maxIdlePerAddress, limits.maxPerAddress) = (8, 16)
        (limits.softTotal, limits.maxTotal) = (24, 32)
        return limits
    }()

    /// Makes a source; it listens when it is read.
    ///
    /// - Parameters:
    ///   - listen: Address and port; port 0 for any free one.
    ///   - token: The token that senders need; `nil` for none.
    ///   - clock: The clock for pauses.
    ///   - onListening: Called with the open port.
    package init(
        listen: String, token: String?, clock: any PaceClock = SystemPaceClock(),
        onListening: @escaping @Sendable (UInt16) -> Void = { _ in }
    ) {
        (self.listen, self.token, self.clock, self.onListening) = (listen, token, clock, onListening)
    }

    /// Checks the settings.
    ///
    /// - Throws: ``NavigationControl/SettingsError`` for an invalid address, an invalid token, or an address that other
    ///   machines reach without a token.
    package static func check(listen: String, token: String?) throws(SettingsError) {
        try TrackerListener.check(token, at: ListenAddress(setting: listen))
    }

    /// Starts reading; see ``Positions/PositionSource/positions()``.
    package func positions() -> AsyncStream<PositionEvent> {
        PositionPipe.stream { serve(into: $0) }
    }

    /// Starts reading; see ``Positions/PositionSource/readings(skipping:)``.
    package func readings(skipping count: UInt64) -> PositionReadings {
        PositionPipe.readings(skipping: 0) { serve(into: $0) }
    }

    private func serve(into pipe: PositionPipe) {
        var reconnection = Reconnection(clock: clock)
        let name = "HTTP at \(listen)"
        while !pipe.stop.isRaised {
            let devices = DeviceSelection(source: name, token: token, pipe: pipe)
            do {
                let listener = try TrackerListener(
                    listen: listen, token: token, acceptsTokenAsDevice: true, sessions: .init(common: .main),
                    limits: Self.limits, handler: devices.handler)
                if reconnection.succeed(), !pipe.send(.problem(.reconnected(address: name))) { return }
                onListening(listener.port)
                while !pipe.stop.wait(seconds: 3600) {}
                return listener.stop()
            } catch {
                let isOpen = reconnection.wait(in: pipe) { pause in
                    .unavailable(
                        source: name, reason: "failed to \(error)",
                        remedy: "choose another address as source.listen", retryAfterSeconds: pause)
                }
                guard isOpen else { return }
            }
        }
    }
}

/// Selects the device that is used, and passes its positions on. It runs on the thread of the listener.
private final class DeviceSelection: Sendable {
    /// A silent device is replaced by another one after this time, seconds: trackers send up to once a minute.
    private static let silenceSeconds = 60.0
    private static let maxNameCharacters = 32

    private struct State: Sendable {
        var inUse: (device: String, at: Double)?
        var skipped: BadLineCounter
    }

    private let state: Mutex<State>
    private let token: String?
    private let pipe: PositionPipe

    init(source: String, token: String?, pipe: PositionPipe) {
        state = Mutex(State(skipped: BadLineCounter(source: source)))
        (self.token, self.pipe) = (token, pipe)
    }

    var handler: TrackerListener.Handler {
        TrackerListener.Handler(
            position: { position, answer in
                answer(self.take(position) ? .accepted : .busy(retryAfterSeconds: 1))
            },
            error: { self.skip("failed to \($0)") }, refusal: { self.skip("it was refused: \($0)") })
    }

    /// - Returns: `false` if the consumer has gone.
    private func take(_ position: TrackerPosition) -> Bool {
        let now = MonotonicInstant.now.seconds
        let before = state.withLock { state -> (device: String, at: Double)? in
            let before = state.inUse
            if let before, before.device != position.device, now - before.at <= Self.silenceSeconds { return before }
            state.inUse = (position.device, now)
            return before
        }
        if let before, before.device != position.device {
            guard now - before.at > Self.silenceSeconds else {
                skip("it is from \(name(position.device)), but \(name(before.device)) is in use")
                return true
            }
            _ = pipe.send(.problem(.deviceChanged(from: name(before.device), to: name(position.device))))
        }
        return pipe.send(.fix(position.fix))
    }

    private func skip(_ reason: String) {
        if let problem = state.withLock({ $0.skipped.problem(reason: reason) }) { _ = pipe.send(.problem(problem)) }
    }

    /// The name of a device in messages, which never contain the token.
    private func name(_ device: String) -> String {
        device == token ? "the device with the token" : "\"\(device.printable(upTo: Self.maxNameCharacters))\""
    }
}
