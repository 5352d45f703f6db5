/// Something that is to be said, shown or felt now. Guidance decides it; controls only decide how.
///
/// A cue stays in the events until the next stage or the maneuver, so that a lost or late event loses no
/// announcement. Whoever announces it does so once per `identity` and `stage`.
public struct Cue: Sendable, Hashable {
    /// Stands for place and kind of what is announced; survives a route replacement with the same maneuver.
    public var identity: UInt64
    /// How near it is.
    public var stage: CueStage
    /// What it is about.
    public var subject: CueSubject
    /// The step it speaks of: ``Step/number`` in the present route.
    public var stepNumber: Int
    /// Metres to the maneuver when the cue became due.
    public var distanceMeters: Double
    /// Whether the maneuver after it is announced with it ("…, then …").
    public var includesNext: Bool
    /// Whether that maneuver follows immediately.
    public var isNextImmediate: Bool
    /// The higher the more urgent; a more urgent cue may interrupt.
    public var priority: CuePriority
    /// The fix time at which it became due.
    public var dueAt: Timestamp
    /// Seconds after `dueAt` from which announcing it would mislead.
    public var validForSeconds: Double

    /// Makes a cue.
    public init(
        identity: UInt64,
        stage: CueStage,
        subject: CueSubject,
        stepNumber: Int,
        distanceMeters: Double,
        includesNext: Bool = false,
        isNextImmediate: Bool = false,
        priority: CuePriority,
        dueAt: Timestamp,
        validForSeconds: Double
    ) {
        self.identity = identity
        self.stage = stage
        self.subject = subject
        self.stepNumber = stepNumber
        self.distanceMeters = distanceMeters
        self.includesNext = includesNext
        self.isNextImmediate = isNextImmediate
        self.priority = priority
        self.dueAt = dueAt
        self.validForSeconds = validForSeconds
    }
}
