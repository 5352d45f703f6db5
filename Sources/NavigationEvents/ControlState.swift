/// The state of a control's process.
public enum ControlState: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The process was started and has not sent `hello` yet.
    case starting = 1
    /// The process has sent `hello`.
    case running = 2
    /// The process ended on request.
    case stopped = 3
    /// The process could not be started or ended unexpectedly too often; the launcher tries again from time to time.
    case failed = 4
    /// The process ended unexpectedly and is about to be restarted.
    case restarting = 5

    /// The value for an unknown number.
    public static let unrecognized = ControlState.unknown
}
