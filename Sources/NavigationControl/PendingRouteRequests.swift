import NavigationEvents

/// The route requests of the sessions of a bus, and the answers that the bus has not accepted yet. A value without
/// effects of its own.
struct PendingRouteRequests {
    /// The action that follows from an event or an answer.
    enum Action: Hashable {
        /// A session has a new request.
        case ask(Session, RouteRequest)
        /// A session has withdrawn its request.
        case withdraw(Session)
        /// An answer is to be sent to the bus.
        case send(Session, RouteAnswer)
    }

    private struct Entry {
        var run: UInt64
        var number: UInt64
        /// The answer that the bus has not accepted yet.
        var answer: RouteAnswer?
        /// Whether the bus has accepted the answer.
        var isDone = false
    }

    private var entries: [Session: Entry] = [:]

    /// Notes the request in an event of a session, or its absence.
    mutating func note(_ session: Session, run: UInt64, asks request: RouteRequest?) -> Action? {
        let known = entries[session]
        guard let request else {
            entries[session] = nil
            return known.map { $0.isDone } == false ? .withdraw(session) : nil
        }
        if let known, known.run == run, known.number == request.number {
            return known.answer.map { .send(session, $0) }
        }
        entries[session] = Entry(run: run, number: request.number)
        return .ask(session, request)
    }

    /// Notes an answer; `nil` if it is no longer needed.
    mutating func take(_ answer: RouteAnswer, session: Session) -> Action? {
        guard let known = entries[session], known.number == answer.number, !known.isDone, known.answer == nil else {
            return nil
        }
        entries[session]?.answer = answer
        return .send(session, answer)
    }

    /// Notes that the bus has accepted an answer or refuses it for good.
    mutating func settle(_ session: Session, number: UInt64) {
        guard entries[session]?.number == number else { return }
        entries[session]?.answer = nil
        entries[session]?.isDone = true
    }

    /// Removes a session that no longer exists.
    mutating func forget(_ session: Session) { entries[session] = nil }
}
