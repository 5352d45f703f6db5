public import NavigationEvents
import ZeroMQ

/// Publishing.
extension BusServer {
    /// Logs a warning in the sessions of the bus itself, unless one of this kind was logged a moment ago.
    public func warnOnce(_ kind: String, _ text: String) { publisher.warnOnce(kind, text) }

    /// Publishes an event: numbers it, encodes it once, keeps it in the journal, and sends it to all subscribers.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - session: Its session.
    ///   - tick: Number of the fix that caused it, from 1; 0 if no fix did.
    /// - Returns: `false`, and counted, if the event cannot be published: the session is not on this bus, the event is
    ///   larger than ``BusLimits/maxEventBytes``, or the bus is closed.
    @discardableResult
    public func publish(_ event: Event, session: Session = .main, tick: UInt64 = 0) -> Bool {
        secondTimer?.shareWakeUp()
        return publisher.publish(event, session: session, tick: tick)
    }

    /// Publishes a command of a person to the controls of a session, with the state that results from it.
    ///
    /// - Throws: ``NavigationEvents/RequestError`` if no control of the session handles commands at present, or if
    ///   there is no such session.
    public func publish(action: ControlAction, session: Session) throws(RequestError) {
        try controls.publish(action, session: session)
    }

    /// Makes this bus replay a recording unchanged. To be called before anything is published.
    ///
    /// From now on a report goes to `onReport` and is not published, since the numbers of the events are those of the
    /// recording.
    ///
    /// - Parameters:
    ///   - cursors: The cursor before the first event of each session.
    ///   - state: The newest of the earlier events, which are the present state of their sessions at first.
    public func beginReplay(after cursors: [Session: StreamCursor], state: [Envelope] = []) {
        publisher.beginReplay()
        for (session, cursor) in cursors {
            sessions[session]?.begin(after: cursor, state: state.filter { $0.session == session })
        }
    }

    /// Publishes an event of a recording, byte for byte, with its recorded numbers.
    ///
    /// - Parameters:
    ///   - envelope: The event.
    ///   - bytes: The event as it was published.
    /// - Returns: `false`, and nothing is published, if it is not the next event of this run and its session.
    public func publish(recorded envelope: Envelope, bytes: [UInt8]) -> Bool {
        publisher.publish(recorded: envelope, bytes: bytes)
    }
}
