public import NavigationEvents

/// The settings of guidance.
public struct GuidanceSettings: Sendable, Hashable {
    /// Factor of the distances at which cues become due: 1.5 early, 1 normal, 0.7 late. Clamped to 0.5...2.
    public var cueTimingFactor: Double
    /// The units of spoken distances. A cue with a distance is due where the distance is a round number in them.
    public var units: UnitSystem

    /// Makes the settings; a factor that is not finite counts as 1.
    public init(cueTimingFactor: Double = 1, units: UnitSystem = .metric) {
        self.units = units
        self.cueTimingFactor = cueTimingFactor.isFinite ? min(max(cueTimingFactor, 0.5), 2) : 1
    }
}
