public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Publishes what a person asks of the controls of a session, together with the state that comes of it.
    ///
    /// - Throws: If nobody would carry it out: no control of the session does at present, or the session is not there.
    public func publish(asked action: ControlAction, session: Session) throws(RequestError) {
        guard let log = sessions[session] else { throw lacks(session) }
        guard takers.isTaken(in: session, now: MonotonicInstant.now.nanoseconds) else {
            throw RequestError(
                code: .unavailable,
                text: "no control in session \"\(session.name)\" does what people ask: one that speaks has to run, and "
                    + "to have said within the last five seconds that it is alive")
        }
        let command = (log.command ?? ControlCommand()).followed(by: action)
        guard publish(.command(command), session: session) else {
            throw RequestError(code: .unavailable, text: "the bus is ending; ask again when it has started anew")
        }
        log.lastAsked = command
    }
}

extension SessionLog {
    /// The newest command; `nil` if there has been none. The journal keeps it however old it is, and over the death of
    /// the process.
    fileprivate var command: ControlCommand? {
        // The bus can read what it wrote itself, as long as there was memory to write it to.
        guard case .command(let command) = (try? newestEvent(.onCommand))?.event else { return lastAsked }
        return command
    }
}
