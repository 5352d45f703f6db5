/// A bounded cache of drawings.
///
/// It holds at most ``maxCount`` drawings and removes the least recently used half, so that a hit costs one or two
/// look-ups.
public struct PictureCache<Subject: Hashable & Sendable, Drawn: Sendable>: Sendable {
    /// The maximum number of drawings.
    public let maxCount: Int
    /// The number of drawings made so far.
    public private(set) var drawnCount = 0

    /// The recently used drawings, and the ones used before.
    private var recent: [Subject: Drawn] = [:]
    private var older: [Subject: Drawn] = [:]

    /// Creates an empty cache. A drive has far fewer signs than the default capacity.
    public init(maxCount: Int = 128) { self.maxCount = max(2, maxCount) }

    /// The number of drawings in the cache.
    public var count: Int { recent.count + older.count }

    /// The drawing of a subject, from the cache or drawn now. Failures are not cached.
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
        if recent.count >= maxCount / 2 { (older, recent) = (recent, [:]) }
        recent[subject] = drawn
        return drawn
    }
}
