/// A connection of a browser. Used on the thread of the server only.
final class Visit {
    /// The state of a connection.
    enum Doing: Hashable {
        /// No request has arrived yet.
        case arriving
        /// The last response is complete; another request may follow.
        case asking
        /// A response is being sent.
        case listening
        /// An event stream is being sent.
        case watching
    }

    /// The seconds for the first request.
    static let mostArrivingSeconds = 4.0
    /// The seconds for a later request, including the pause before it.
    static let mostAskingSeconds = 15.0
    /// The seconds for a response.
    static let mostListeningSeconds = 60.0

    let descriptor: Int32
    let address: IPAddress?
    private(set) var doing = Doing.arriving
    /// The time of the last change of state, in seconds of the monotonic clock.
    private(set) var since: Double

    init(_ descriptor: Int32, from address: IPAddress? = nil, at now: Double) {
        self.descriptor = descriptor
        self.address = address
        since = now
    }

    /// Changes the state.
    func turns(to doing: Doing, at now: Double) {
        self.doing = doing
        since = now
    }

    /// Whether the server waits for a request.
    var isAwaited: Bool { doing == .arriving || doing == .asking }

    /// Whether the connection has exceeded the time limit of its state.
    func isOverdue(at now: Double) -> Bool {
        switch doing {
        case .arriving: now - since > Self.mostArrivingSeconds
        case .asking: now - since > Self.mostAskingSeconds
        case .listening: now - since > Self.mostListeningSeconds
        case .watching: false
        }
    }
}
