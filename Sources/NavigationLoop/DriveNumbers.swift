import NavigationEvents

/// What is counted in a drive, and what the filter has to know.
struct DriveNumbers: Sendable, Hashable {
    /// Fixes that the filter accepted: the number of the last tick.
    var tick: UInt64 = 0
    /// Fixes that the filter rejected.
    var rejectedFixes: UInt64 = 0
    /// Problems that the source told.
    var sourceProblems: UInt64 = 0
    /// What the source told since it was begun.
    var sourceEvents: UInt64 = 0
    /// Whether the source was begun.
    var isSourceBegun = false
    /// Whether the source has come to its end.
    var isSourceEnded = false
    /// How the filter takes movements.
    var travelMode = TravelMode.car
    /// When the first fix of a simulated drive is.
    var simulationStart: Timestamp?
}
