/// What is to become of what is being read aloud.
public enum Playback: Int32, OpenEnumeration {
    case unknown = 0
    /// Be quiet after the present word, and keep the place.
    case pause = 1
    /// Go on where it was paused.
    case `continue` = 2
    /// End after the present word.
    case stopAtWord = 3
    /// End at once.
    case stopNow = 4

    /// What an unknown number reads as.
    public static let unrecognized = Playback.unknown
}
