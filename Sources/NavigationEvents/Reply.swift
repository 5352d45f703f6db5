/// The bus's answer to a ``Request``.
public enum Reply: Sendable, Hashable {
    case welcome(Welcome)
    /// The missed events still kept, in order; those that are gone are absent.
    case events([Envelope])
    case done
    case status(BusStatus)
    case refused(RequestError)
}
