/// The kind of a report: about the control itself or about a visible, audible or tangible effect.
public enum ReportKind: Int32, OpenEnumeration {
    /// Not given, or a member of a later version.
    case unknown = 0
    /// The control is ready: its device is open.
    case ready = 1
    /// The control is about to exit.
    case leaving = 2
    /// An effect began (an utterance, a sign, a pulse).
    case began = 3
    /// The effect ended.
    case ended = 4
    /// The effect was cancelled before its end.
    case cancelled = 5
    /// The effect or the control failed.
    case failed = 6
    /// A problem that the control handled.
    case warning = 7
    /// A part of the effect was reached, such as a word.
    case progressed = 8
    /// The effect was paused.
    case paused = 9
    /// The paused effect continues.
    case continued = 10
    /// Information.
    case note = 11

    /// The value for an unknown number.
    public static let unrecognized = ReportKind.unknown
}
