import NavigationEvents

/// The cue to turn around: it is due when no other route is found soon after the route was left, and repeated at
/// growing intervals.
struct OffRouteCue {
    private static let kind: Int32 = -1

    private var episode = 0
    private var repeats = 0
    private var waitSeconds = CueTiming.turnAroundRepeatSeconds
    private var cue: Cue?
    /// The time at which the route was left; `nil` if the vehicle has not left it.
    private var beganAt: Timestamp?
    private var position = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)

    /// Begins when the route was left; `position` is the point at which it was left.
    mutating func begin(at time: Timestamp, position: Coordinate) {
        episode += 1
        beganAt = time
        self.position = position
        repeats = 0
        waitSeconds = CueTiming.turnAroundRepeatSeconds
        cue = nil
    }

    /// Ends: no cue is due until the route is left again.
    mutating func end() { (beganAt, cue) = (nil, nil) }

    /// The cue that is due while off route; none begins while the vehicle is stationary.
    mutating func cue(at time: Timestamp, stepNumber: Int, isStanding: Bool) -> Cue? {
        if let cue {
            guard !isStanding, time.seconds(since: cue.dueAt) >= waitSeconds else { return cue }
            waitSeconds *= CueTiming.turnAroundRepeatGrowth
            repeats += 1
        } else {
            guard let beganAt, !isStanding, time.seconds(since: beganAt) >= CueTiming.turnAroundDelaySeconds else {
                return nil
            }
        }
        cue = Cue(
            identity: ManeuverIdentity.hash(
                latitude: position.latitudeDegrees, longitude: position.longitudeDegrees, kind: Self.kind,
                occurrence: episode &* 1000 &+ repeats),
            stage: .now, subject: .offRoute, stepNumber: stepNumber, distanceMeters: 0, priority: .now, dueAt: time,
            validForSeconds: CueTiming.turnAroundValidSeconds)
        return cue
    }
}
