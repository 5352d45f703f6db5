import NavigationEvents

/// Decides when the start is announced: once, as soon as the vehicle moves along the route, or while it stands if a
/// compass shows its direction.
struct StartCue {
    /// A vehicle that has driven farther along the route, in metres, needs no direction.
    private static let maxAlongMeters = 150.0
    /// Seconds of validity.
    private static let validSeconds = 20.0

    /// Whether the start may still be announced.
    private(set) var isPending = true

    /// The cue of the start; `nil` if it is not due.
    ///
    /// - Parameters:
    ///   - moment: The state of the drive.
    ///   - departure: The point at which the route begins.
    ///   - first: The first announced maneuver.
    ///   - isFirstDue: Whether that maneuver is due now, so that there is no time for the start.
    mutating func cue(at moment: CueMoment, departure: CuePoint, first: CuePoint, isFirstDue: Bool) -> Cue? {
        guard isPending else { return nil }
        guard moment.distanceAlongRouteMeters <= Self.maxAlongMeters, !isFirstDue, !moment.isStopReached else {
            isPending = false
            return nil
        }
        guard !moment.isStanding || moment.hasCompass else { return nil }
        isPending = false
        return Cue(
            identity: departure.identity, stage: .follow, subject: .start, stepNumber: first.stepNumber,
            distanceMeters: max(first.distanceAlongRouteMeters - moment.distanceAlongRouteMeters, 0),
            priority: .prepare, dueAt: moment.time, validForSeconds: Self.validSeconds)
    }
}
