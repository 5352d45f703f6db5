import NavigationEvents

/// What the sessions of a bus ask of a router, and which answers the bus has not taken yet. A value: it does nothing itself.
struct InquiryBook {
    /// What an event leads to.
    enum Action: Hashable {
        /// A session asks something new.
        case ask(Session, RouteRequest)
        /// A session asks no longer.
        case withdraw(Session)
        /// The bus is to be given an answer.
        case send(Session, RouteAnswer)
    }

    private struct Inquiry {
        var run: UInt64
        var number: UInt64
        /// What the bus has not taken yet.
        var answer: RouteAnswer?
        /// Whether the bus has taken the answer.
        var isDone = false
    }

    private var inquiries: [Session: Inquiry] = [:]

    /// Takes note of what an event of a session says.
    mutating func note(_ session: Session, run: UInt64, asks request: RouteRequest?) -> Action? {
        let known = inquiries[session]
        guard let request else {
            inquiries[session] = nil
            return known.map { $0.isDone } == false ? .withdraw(session) : nil
        }
        if let known, known.run == run, known.number == request.number {
            return known.answer.map { .send(session, $0) }
        }
        inquiries[session] = Inquiry(run: run, number: request.number)
        return .ask(session, request)
    }

    /// Takes an answer; `nil` if it is no longer wanted.
    mutating func take(_ answer: RouteAnswer, session: Session) -> Action? {
        guard let known = inquiries[session], known.number == answer.number, !known.isDone, known.answer == nil else {
            return nil
        }
        inquiries[session]?.answer = answer
        return .send(session, answer)
    }

    /// The bus has taken an answer, or never will.
    mutating func settle(_ session: Session, number: UInt64) {
        guard inquiries[session]?.number == number else { return }
        inquiries[session]?.answer = nil
        inquiries[session]?.isDone = true
    }

    /// A session is no longer there.
    mutating func forget(_ session: Session) { inquiries[session] = nil }
}
