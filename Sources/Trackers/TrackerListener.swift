package import HTTPServer
package import NavigationControl
import Platform

/// The decision of the handler of a ``TrackerListener`` about a position.
package enum TrackerOutcome: Hashable, Sendable {
    /// The position is accepted: the tracker forgets it.
    case accepted
    /// The position cannot be accepted for the moment: the tracker should send it again after this time.
    case busy(retryAfterSeconds: Int)
}

/// Listens to trackers over HTTP.
///
/// | Request | Format |
/// |---|---|
/// | `GET /?id=…&lat=…`, `POST /` | OsmAnd, Traccar Client, plain JSON |
/// | `POST /traccar` | the forwarding of a Traccar server |
/// | `POST /owntracks` | OwnTracks in its HTTP mode |
///
/// | Status | Meaning |
/// |---|---|
/// | 200 | the handler has accepted the position, or there was none to accept: OwnTracks sends messages of other types, and a tracker without a fix would repeat its report until it is answered with 200 |
/// | 400 | the message is invalid; the body says why, in one line |
/// | 401, 403 | the token is missing or wrong; the request is that of a page |
/// | 404, 405 | the path does not exist; the method is not allowed |
/// | 413 | the body has more than 64 KiB |
/// | 503 | the handler is busy; `Retry-After` says for how many seconds |
///
/// Trackers differ in what they do with a position that is not answered with 200. Traccar Client keeps it and sends nothing
/// newer before it. A Traccar server repeats it only with `forward.retry.enable`.
///
/// Without a token, every program of this machine can send positions of every device; with one, everybody who has the
/// token can. For other machines, use a proxy with TLS in front of the listener.
package final class TrackerListener: Sendable {
    /// Handles positions and errors, on the thread of the listener; must not block.
    package struct Handler: Sendable {
        /// Handles a position. `answer` must be called once, at any time and on any thread; after
        /// ``TrackerLoop/maxAnswerSeconds`` the tracker gets the status 503, and a later answer is ignored.
        var position:
            @Sendable (_ position: TrackerPosition, _ answer: @escaping @Sendable (TrackerOutcome) -> Void)
                -> Void
        /// Counts a message that gives no position.
        var error: @Sendable (TrackerError) -> Void
        /// Counts a request that was refused unread, with the reason.
        var refusal: @Sendable (String) -> Void

        /// Makes a handler.
        package init(
            position: @escaping @Sendable (TrackerPosition, @escaping @Sendable (TrackerOutcome) -> Void) -> Void,
            error: @escaping @Sendable (TrackerError) -> Void, refusal: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            (self.position, self.error, self.refusal) = (position, error, refusal)
        }
    }

    /// The address by default. The port is that of the OsmAnd protocol in Traccar, which trackers propose.
    package static let defaultListen = "127.0.0.1:5055"

    /// The open port.
    package let port: UInt16
    private let mailbox: TrackerMailbox
    private let thread: JoinedOnce

    /// Opens the port and starts the thread of the listener.
    ///
    /// - Parameters:
    ///   - listen: Address and port; port 0 for any free one.
    ///   - token: The token that trackers need, by the rules of ``AccessToken/isValid(_:)``; `nil` for none, which is
    ///     allowed only at a loopback address.
    ///   - acceptsTokenAsDevice: Whether the name of the device may be the token; a missing token is then answered with 403.
    ///   - sessions: The sessions of devices.
    ///   - limits: The limits of the connections.
    ///   - handler: Handles the positions.
    /// - Throws: ``SettingsError`` for an invalid or occupied address and an invalid or missing token; ``SystemError``
    ///   without memory, a thread or a descriptor.
    package init(
        listen: String = TrackerListener.defaultListen, token: String? = nil, acceptsTokenAsDevice: Bool = false,
        sessions: DeviceSessions, limits: ConnectionLimits = TrackerLoop.limits, handler: Handler
    ) throws {
        let address = try ListenAddress(setting: listen)
        try Self.check(token, at: address)
        let mailbox = try TrackerMailbox()
        let socket = try ListenSocket(address)
        let loop = try TrackerLoop(
            socket, TrackerAccess(token: token, acceptsTokenAsDevice: acceptsTokenAsDevice), sessions: sessions,
            limits: limits, handler: handler, mailbox: mailbox)
        (port, self.mailbox) = (socket.port, mailbox)
        thread = JoinedOnce(try SystemThread.start("trackers") { loop.run() })
    }

    deinit { stop() }

    /// Answers the waiting requests with 503 and closes the port. May be called twice.
    package func stop() {
        mailbox.close()
        thread.join()
    }

    /// Throws an error if the token is invalid, or missing at an address that other machines reach.
    package static func check(_ token: String?, at address: ListenAddress) throws(SettingsError) {
        guard let token else {
            guard address.isLoopback else {
                throw .invalid(
                    key: "listen", value: "\"\(address.text)\"",
                    reason: "other machines reach this address; set a token, or listen at 127.0.0.1")
            }
            return
        }
        guard !AccessToken.isValid(token) else { return }
        // The error does not contain the token.
        throw .invalid(
            key: "token", value: "\"…\"",
            reason: "it must have \(AccessToken.lengths.lowerBound) to \(AccessToken.lengths.upperBound) of the "
                + "characters A-Z, a-z, 0-9, - . _ and ~, at least \(AccessToken.minDistinctCharacters) of them different"
        )
    }
}
