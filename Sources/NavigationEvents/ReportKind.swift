/// What a control reports of itself or of a visible, audible or tangible effect.
public enum ReportKind: Int32, OpenEnumeration {
    case unknown = 0
    /// The control is up: its device is open.
    case ready = 1
    /// The control is about to leave.
    case leaving = 2
    /// An effect began (an utterance, a sign, a pulse).
    case began = 3
    /// The effect ended.
    case ended = 4
    /// The effect was cancelled before its end.
    case cancelled = 5
    /// The effect or the control failed.
    case failed = 6
    /// Something went wrong that the control could cope with.
    case warning = 7
    /// A part of the effect was reached (a word).
    case progressed = 8
    case paused = 9
    case continued = 10
    /// Something worth knowing.
    case note = 11

    /// What an unknown number reads as.
    public static let unrecognized = ReportKind.unknown
}
