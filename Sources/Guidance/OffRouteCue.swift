import NavigationEvents

/// The request to turn around: once when the route is left, and again after ever longer times.
struct OffRouteCue {
    private static let kind: Int32 = -1
    private static let firstRepeatSeconds = 60.0
    private static let repeatGrowth = 2.5

    private var episode = 0
    private var repeats = 0
    private var waitSeconds = firstRepeatSeconds
    private var cue: Cue?

    /// The route was left.
    mutating func begin() {
        episode += 1
        repeats = 0
        waitSeconds = Self.firstRepeatSeconds
        cue = nil
    }

    /// What is due while off the route; nothing begins while standing.
    mutating func cue(at time: Timestamp, place: Coordinate, stepNumber: Int, isStanding: Bool) -> Cue? {
        if let cue {
            guard !isStanding, time.seconds(since: cue.dueAt) >= waitSeconds else { return cue }
            waitSeconds *= Self.repeatGrowth
            repeats += 1
        } else if isStanding {
            return nil
        }
        cue = Cue(
            identity: ManeuverIdentity.hash(
                latitude: place.latitudeDegrees, longitude: place.longitudeDegrees, kind: Self.kind,
                occurrence: episode &* 1000 &+ repeats),
            stage: .now, subject: .offRoute, stepNumber: stepNumber, distanceMeters: 0, priority: .now, dueAt: time,
            validForSeconds: 15)
        return cue
    }
}
