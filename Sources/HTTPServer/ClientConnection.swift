/// A connection of a client. Used on the thread of the server only.
package final class ClientConnection {
    /// The state of a connection.
    package enum State: Hashable {
        /// No request has arrived yet.
        case accepted
        /// The last response is complete; another request may follow.
        case idle
        /// A response is being sent.
        case responding
        /// An event stream is being sent.
        case streaming
    }

    package let descriptor: Int32
    package let address: IPAddress?
    package private(set) var state = State.accepted
    /// The time of the last change of state, in seconds of the monotonic clock.
    package private(set) var since: Double

    package init(_ descriptor: Int32, from address: IPAddress? = nil, at now: Double) {
        self.descriptor = descriptor
        self.address = address
        since = now
    }

    /// Changes the state.
    package func change(to state: State, at now: Double) {
        self.state = state
        since = now
    }

    /// Whether the server waits for a request.
    package var isIdle: Bool { state == .accepted || state == .idle }

    /// Whether the connection has exceeded the time limit of its state.
    package func isOverdue(at now: Double, _ limits: ConnectionLimits) -> Bool {
        switch state {
        case .accepted: now - since > limits.maxFirstRequestSeconds
        case .idle: now - since > limits.maxRequestSeconds
        case .responding: now - since > limits.maxResponseSeconds
        case .streaming: false
        }
    }
}
