/// What a person may choose about guidance.
public struct GuidanceSettings: Sendable, Hashable {
    /// Multiplies the distances at which cues become due: 1.5 early, 1 normal, 0.7 late. Kept within 0.5...2.
    public var cueTimingFactor: Double

    /// Makes the settings; a factor that is not a number counts as 1.
    public init(cueTimingFactor: Double = 1) {
        self.cueTimingFactor = cueTimingFactor.isFinite ? min(max(cueTimingFactor, 0.5), 2) : 1
    }
}
