/// The time that a speech control needs for its announcements of a route, with its language, settings and voice.
///
/// Guidance plans with it when a cue becomes due, so that the words end in time.
public struct SpeechDurations: Sendable, Hashable {
    /// Id of the route (``Route/id``); durations of another route have no effect.
    public var routeID: String
    /// The durations of some or all steps; a step without any keeps what is known of it.
    public var steps: [StepSpeech]

    /// Makes durations.
    public init(routeID: String, steps: [StepSpeech]) {
        self.routeID = routeID
        self.steps = steps
    }

    /// The largest number of steps in one message.
    public static let maxSteps = 1000

    /// The reason why the durations are invalid, for people; `nil` if they are valid.
    public var problem: String? {
        if steps.count > Self.maxSteps { return "the durations name \(steps.count) steps, more than \(Self.maxSteps)" }
        guard let bad = steps.first(where: { !$0.isPlausible }) else { return nil }
        return "a duration of step \(bad.stepNumber) is not \(Int(StepSpeech.range.lowerBound)) to "
            + "\(Int(StepSpeech.range.upperBound)) s"
    }
}

/// The time that the announcements of one step take, seconds from the event to the end of the words.
public struct StepSpeech: Sendable, Hashable {
    /// The possible durations, seconds.
    public static let range = 0.0...60.0

    /// The step: ``Step/number``.
    public var stepNumber: Int
    /// The stage `now`, without lanes and without the next maneuver.
    public var nowSeconds: Double
    /// Additional seconds of the next maneuver, if `now` announces it too.
    public var thenSeconds: Double
    /// Additional seconds of the lanes, which `now` announces only if no earlier stage did.
    public var lanesSeconds: Double
    /// The stages `prepare` and `far`.
    public var prepareSeconds: Double

    /// Makes the durations of a step.
    public init(
        stepNumber: Int, nowSeconds: Double, thenSeconds: Double = 0, lanesSeconds: Double = 0, prepareSeconds: Double
    ) {
        self.stepNumber = stepNumber
        self.nowSeconds = nowSeconds
        self.thenSeconds = thenSeconds
        self.lanesSeconds = lanesSeconds
        self.prepareSeconds = prepareSeconds
    }

    /// Whether all durations are possible.
    public var isPlausible: Bool {
        [nowSeconds, thenSeconds, lanesSeconds, prepareSeconds].allSatisfy(Self.range.contains)
    }
}
