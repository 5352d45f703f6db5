/// A connection of a browser, whatever it does. Lives on the thread of the server.
final class Visit {
    /// What the browser does.
    enum Doing: Hashable {
        /// It has not asked yet.
        case arriving
        /// It has been answered and may ask anew.
        case asking
        /// It is being answered.
        case listening
        /// It watches, without end.
        case watching
    }

    /// Seconds for the whole of the first question: whoever opens a connection for it has it ready.
    static let mostArrivingSeconds = 4.0
    /// Seconds for the whole of a later question, however slowly its letters come.
    static let mostAskingSeconds = 15.0
    /// Seconds for the whole of an answer.
    static let mostListeningSeconds = 60.0

    let descriptor: Int32
    let address: IPAddress?
    private(set) var doing = Doing.arriving
    /// When it began to do that, in seconds of the monotonic clock.
    private(set) var since: Double

    init(_ descriptor: Int32, from address: IPAddress? = nil, at now: Double) {
        self.descriptor = descriptor
        self.address = address
        since = now
    }

    /// Takes note of what the browser does from now on.
    func turns(to doing: Doing, at now: Double) {
        self.doing = doing
        since = now
    }

    /// Whether the next move is the browser's.
    var isAwaited: Bool { doing == .arriving || doing == .asking }

    /// Whether it takes longer than anybody who means well.
    func isOverdue(at now: Double) -> Bool {
        switch doing {
        case .arriving: now - since > Self.mostArrivingSeconds
        case .asking: now - since > Self.mostAskingSeconds
        case .listening: now - since > Self.mostListeningSeconds
        case .watching: false
        }
    }
}
