/// A connection of a browser. Used on the thread of the server only.
final class ClientConnection {
    /// The state of a connection.
    enum State: Hashable {
        /// No request has arrived yet.
        case accepted
        /// The last response is complete; another request may follow.
        case idle
        /// A response is being sent.
        case responding
        /// An event stream is being sent.
        case streaming
    }

    /// The seconds for the first request.
    static let maxFirstRequestSeconds = 4.0
    /// The seconds for a later request, including the pause before it.
    static let maxRequestSeconds = 15.0
    /// The seconds for a response.
    static let maxResponseSeconds = 60.0

    let descriptor: Int32
    let address: IPAddress?
    private(set) var state = State.accepted
    /// The time of the last change of state, in seconds of the monotonic clock.
    private(set) var since: Double

    init(_ descriptor: Int32, from address: IPAddress? = nil, at now: Double) {
        self.descriptor = descriptor
        self.address = address
        since = now
    }

    /// Changes the state.
    func change(to state: State, at now: Double) {
        self.state = state
        since = now
    }

    /// Whether the server waits for a request.
    var isIdle: Bool { state == .accepted || state == .idle }

    /// Whether the connection has exceeded the time limit of its state.
    func isOverdue(at now: Double) -> Bool {
        switch state {
        case .accepted: now - since > Self.maxFirstRequestSeconds
        case .idle: now - since > Self.maxRequestSeconds
        case .responding: now - since > Self.maxResponseSeconds
        case .streaming: false
        }
    }
}
