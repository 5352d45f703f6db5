/// A control action for the text that is read aloud.
public enum Playback: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// Pause after the present word and keep the position.
    case pause = 1
    /// Continue after a pause.
    case `continue` = 2
    /// Stop after the present word.
    case stopAtWord = 3
    /// Stop immediately.
    case stopNow = 4

    /// The value for an unknown number.
    public static let unrecognized = Playback.unknown
}
