/// The reply of the bus to a ``Request``.
public enum Reply: Sendable, Hashable {
    /// The reply to ``Request/hello(_:)``.
    case welcome(Welcome)
    /// The missed events that are still in the journal, in order; older ones are absent. An event of a kind that this
    /// version does not know has only its numbers, in `unknown`.
    case events([Envelope], unknown: [EventNumbers] = [])
    /// The bus has accepted the request.
    case done
    /// The reply to ``Request/status`` and ``Request/sessions(_:)``.
    case status(BusStatus)
    /// The bus has refused the request.
    case refused(RequestError)
    /// The reply to ``Request/checkpoint(_:)``.
    case record(SessionRecord)
    /// The reply to ``Request/describe(_:_:)``.
    case description(Description)
}
