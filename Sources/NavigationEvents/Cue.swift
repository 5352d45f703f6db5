/// An instruction that is due to be spoken, displayed or felt now. Guidance decides that it is due; controls decide how
/// to render it.
///
/// A cue stays in the events until the next stage or the maneuver, so that a lost or late event loses no announcement.
/// A control announces it once per `identity` and `stage`.
public struct Cue: Sendable, Hashable {
    /// The number of the cue, derived from the position and kind of its maneuver; it survives a route replacement with
    /// the same maneuver.
    public var identity: UInt64
    /// The nearness of the maneuver.
    public var stage: CueStage
    /// The subject of the announcement.
    public var subject: CueSubject
    /// The step of the maneuver: ``Step/number`` in the present route.
    public var stepNumber: Int
    /// Metres to the maneuver when the cue became due, at least 0.
    public var distanceMeters: Double
    /// Whether the maneuver after it is announced in the same sentence ("…, then …").
    public var includesNext: Bool
    /// Whether that maneuver follows immediately.
    public var isNextImmediate: Bool
    /// The urgency; a more urgent cue may interrupt a less urgent one.
    public var priority: CuePriority
    /// The time of the fix at which it became due.
    public var dueAt: Timestamp
    /// The seconds after `dueAt` for which the cue is valid: a later announcement would mislead.
    public var validForSeconds: Double

    /// Makes a cue.
    @inlinable
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
