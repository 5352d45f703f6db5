import Journal
public import NavigationEvents
import Platform
import ZeroMQ

extension BusServer {
    /// Publishes a command of a person to the controls of a session, with the state that results from it.
    ///
    /// - Throws: ``NavigationEvents/RequestError`` if no control of the session handles commands at present, or if
    ///   there is no such session.
    public func publish(action: ControlAction, session: Session) throws(RequestError) {
        guard let log = sessions[session] else { throw noSuchSessionError(session) }
        guard commandHandlers.hasHandler(in: session, now: MonotonicInstant.now.nanoseconds) else {
            throw RequestError(
                code: .unavailable,
                text: "no control in session \"\(session.name)\" handles commands: start one that does, such as "
                    + "speech, and wait for its first heartbeat")
        }
        let command = (log.command ?? ControlCommand()).updated(by: action)
        guard publish(.command(command), session: session) else {
            throw RequestError(code: .unavailable, text: "the bus is ending; send the command again after its restart")
        }
        log.lastCommand = command
    }
}

extension SessionLog {
    /// The newest command; `nil` if there has been none. The journal keeps it at any age, also across the death of the
    /// process.
    fileprivate var command: ControlCommand? {
        // The bus can read its own events, unless there was no memory to keep them.
        guard case .command(let command) = (try? newestEvent(.onCommand))?.event else { return lastCommand }
        return command
    }
}
