/// How the source of a session's positions fares.
public enum SourceState: Int32, OpenEnumeration {
    case unknown = 0
    /// The session has no source of its own; positions may come over the request channel.
    case none = 1
    /// It waits to be begun: the controls are not ready yet.
    case waiting = 2
    /// It is being read.
    case running = 3
    /// It has said nothing for too long.
    case stale = 4
    /// A recording has come to its end.
    case ended = 5

    /// What an unknown number reads as.
    public static let unrecognized = SourceState.unknown
}
