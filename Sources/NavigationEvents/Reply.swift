/// The bus's answer to a ``Request``.
public enum Reply: Sendable, Hashable {
    case welcome(Welcome)
    /// The missed events still kept, in order; those that are gone are absent. Of those of a kind that this version does
    /// not know there are only the numbers.
    case events([Envelope], unknown: [EventNumbers] = [])
    case done
    case status(BusStatus)
    case refused(RequestError)
}
