import NavigationEvents

/// Decides when the start of a leg is announced: once, as soon as the vehicle moves along the leg, or while it stands if
/// a compass shows its direction.
struct StartCue {
    /// A vehicle that has driven farther along the leg, in metres, needs no direction.
    private static let maxAlongMeters = 150.0
    /// A stop counts as reached at most this far before it, in metres. A vehicle that is farther from it follows another
    /// route.
    private static let maxBeforeMeters = 50.0
    /// Seconds of validity.
    private static let validSeconds = 20.0

    /// Metres along the route at which the leg begins; `nil` if its start may no longer be announced.
    private var legBegin: Double? = 0
    /// The number of stops that were reached.
    private var stopCount: UInt64 = 0

    /// Whether the start of the present leg may still be announced.
    var isPending: Bool { legBegin != nil }

    /// The cue of the start; `nil` if it is not due.
    ///
    /// - Parameters:
    ///   - moment: The state of the drive.
    ///   - departure: The point at which the route begins.
    ///   - first: The next announced maneuver; when a stop is reached, the stop.
    ///   - isFirstDue: Whether that maneuver is due now, so that there is no time for the start.
    mutating func cue(at moment: CueMoment, departure: CuePoint, first: CuePoint, isFirstDue: Bool) -> Cue? {
        if moment.isStopReached {
            legBegin = first.distanceAlongRouteMeters
            stopCount += 1
            return nil
        }
        guard let begin = legBegin else { return nil }
        let along = moment.distanceAlongRouteMeters - begin
        guard (-Self.maxBeforeMeters...Self.maxAlongMeters).contains(along), !isFirstDue else {
            legBegin = nil
            return nil
        }
        // Before the stop, the direction is that of the leg that ends.
        guard along >= 0, !moment.isStanding || moment.hasCompass else { return nil }
        legBegin = nil
        return Cue(
            identity: departure.identity &+ stopCount, stage: .follow, subject: .start, stepNumber: first.stepNumber,
            distanceMeters: max(first.distanceAlongRouteMeters - moment.distanceAlongRouteMeters, 0),
            priority: .prepare, dueAt: moment.time, validForSeconds: Self.validSeconds)
    }
}
