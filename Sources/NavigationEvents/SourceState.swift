/// The state of the source of a session's positions.
public enum SourceState: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The session has no source of its own; positions may arrive over the request socket.
    case none = 1
    /// The source waits until the controls are ready.
    case waiting = 2
    /// The source is being read.
    case running = 3
    /// The source has sent nothing for too long.
    case stale = 4
    /// The recording has ended.
    case ended = 5

    /// The value for an unknown number.
    public static let unrecognized = SourceState.unknown
}
