/// Keeps what has been drawn, so that nothing is drawn twice: a display shows the same few signs all the time.
///
/// Bounded: it holds at most ``mostKept``, and forgets first what has not been asked for longest (by halves, so that
/// asking costs one look-up).
public struct PictureCache<Subject: Hashable & Sendable, Drawn: Sendable>: Sendable {
    /// The most that is kept.
    public let mostKept: Int
    /// How often something had to be drawn.
    public private(set) var drawnCount = 0

    /// What was asked for lately, and what was asked for before that.
    private var recent: [Subject: Drawn] = [:]
    private var older: [Subject: Drawn] = [:]

    /// Makes an empty cache; a drive meets far fewer signs than the 128 it keeps without further words.
    public init(mostKept: Int = 128) { self.mostKept = max(2, mostKept) }

    /// How many are kept.
    public var count: Int { recent.count + older.count }

    /// What was drawn of a subject before, or is drawn now; what fails is not kept.
    public mutating func drawn<Failure>(
        _ subject: Subject, draw: (Subject) throws(Failure) -> Drawn
    ) throws(Failure) -> Drawn {
        if let known = recent[subject] { return known }
        let drawn: Drawn
        if let known = older.removeValue(forKey: subject) {
            drawn = known
        } else {
            drawn = try draw(subject)
            drawnCount += 1
        }
        if recent.count >= mostKept / 2 { (older, recent) = (recent, [:]) }
        recent[subject] = drawn
        return drawn
    }
}
