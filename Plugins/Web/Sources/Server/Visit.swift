/// A connection of a browser, whatever it does. Lives on the thread of the server.
final class Visit {
    /// What the browser does.
    enum Doing: Hashable {
        /// It has not asked yet, or not anew.
        case asking
        /// It is being answered.
        case listening
        /// It watches, without end.
        case watching
    }

    /// Seconds for the whole of a question, however slowly its letters come.
    static let mostAskingSeconds = 15.0
    /// Seconds for the whole of an answer.
    static let mostListeningSeconds = 60.0

    let descriptor: Int32
    private(set) var doing = Doing.asking
    private var since: Double

    init(_ descriptor: Int32, at now: Double) {
        self.descriptor = descriptor
        since = now
    }

    /// Takes note of what the browser does from now on.
    func turns(to doing: Doing, at now: Double) {
        self.doing = doing
        since = now
    }

    /// Whether it takes longer than anybody who means well.
    func isOverdue(at now: Double) -> Bool {
        switch doing {
        case .asking: now - since > Self.mostAskingSeconds
        case .listening: now - since > Self.mostListeningSeconds
        case .watching: false
        }
    }
}
