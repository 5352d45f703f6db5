/// The reply of the bus to a ``Request``.
public enum Reply: Sendable, Hashable {
    case welcome(Welcome)
    /// The missed events that are still in the journal, in order; older ones are absent. An event of a kind that this
    /// version does not know has only its numbers, in `unknown`.
    case events([Envelope], unknown: [EventNumbers] = [])
    case done
    case status(BusStatus)
    case refused(RequestError)
}
