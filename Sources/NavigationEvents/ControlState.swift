/// How a control fares.
public enum ControlState: Int32, OpenEnumeration {
    case unknown = 0
    /// Its process was started, it has not said hello.
    case starting = 1
    /// It said hello.
    case running = 2
    /// It ended as it was told to.
    case stopped = 3
    /// It could not be started, or ended unasked too often; it is tried again from time to time.
    case failed = 4
    /// It ended unasked and is started again in a moment.
    case restarting = 5

    /// What an unknown number reads as.
    public static let unrecognized = ControlState.unknown
}
