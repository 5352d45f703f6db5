import NavigationEvents

/// The counters of a drive and the settings of its filter.
struct DriveNumbers: Sendable, Hashable {
    /// Fixes accepted by the filter: the number of the last tick.
    var tick: UInt64 = 0
    /// Fixes rejected by the filter.
    var rejectedFixes: UInt64 = 0
    /// Problems reported by the source.
    var sourceProblems: UInt64 = 0
    /// Events of the source since it was started.
    var sourceEvents: UInt64 = 0
    /// Whether the source was started.
    var isSourceBegun = false
    /// Whether the source has ended.
    var isSourceEnded = false
    /// Whether a silence of the source was reported and has not ended.
    var isSourceSilent = false
    /// The mode of travel for the filter.
    var travelMode = TravelMode.car
    /// The time of the first fix of a simulated drive.
    var simulationStart: Timestamp?
}
