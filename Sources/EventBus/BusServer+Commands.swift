public import NavigationEvents
import ZeroMQ

extension BusServer {
    /// Publishes what a person asks of the controls of a session, together with the state that comes of it.
    ///
    /// - Throws: If nobody would carry it out: no control of the session does at present, or the session is not there.
    public func publish(asked action: ControlAction, session: Session) throws(RequestError) {
        guard let log = sessions[session] else {
            throw RequestError(code: .noSuchSession, text: "there is no session \"\(session.name)\" on this bus")
        }
        guard takers.isTaken(in: session, now: monotonicNanoseconds()) else {
            throw RequestError(
                code: .unavailable,
                text: "no control in session \"\(session.name)\" does what people ask: one that speaks has to run, and "
                    + "to have said within the last five seconds that it is alive")
        }
        publish(.command((log.command ?? ControlCommand()).followed(by: action)), session: session)
    }

    /// What the person of a session has asked for so far, without the last action; `nil` if nothing.
    public func commandState(of session: Session) -> ControlCommand? { sessions[session]?.command?.state }
}

extension SessionLog {
    /// The newest command; `nil` if there has been none. The journal keeps it however old it is, and over the death of
    /// the process.
    fileprivate var command: ControlCommand? {
        // The bus can read what it wrote itself; what it could not is no state either.
        guard case .command(let command) = (try? newestEvent(.onCommand))?.event else { return nil }
        return command
    }
}
