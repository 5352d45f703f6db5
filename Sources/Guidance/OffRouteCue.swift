import NavigationEvents

/// The cue to turn around: it is due when no other route is found soon after the route was left, and repeated at
/// growing intervals.
struct OffRouteCue {
    private static let kind: Int32 = -1
    private static let firstRepeatSeconds = 60.0
    private static let repeatGrowth = 2.5
    /// A working router answers sooner, and its route is more useful than this cue.
    private static let delaySeconds = 4.0

    private var episode = 0
    private var repeats = 0
    private var waitSeconds = firstRepeatSeconds
    private var cue: Cue?
    private var beganAt = Timestamp(nanosecondsSinceEpoch: 0)
    private var position = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)

    /// Begins when the route was left; `position` is the point at which it was left.
    mutating func begin(at time: Timestamp, position: Coordinate) {
        episode += 1
        beganAt = time
        self.position = position
        repeats = 0
        waitSeconds = Self.firstRepeatSeconds
        cue = nil
    }

    /// The cue that is due while off route; none begins while the vehicle is stationary.
    mutating func cue(at time: Timestamp, stepNumber: Int, isStanding: Bool) -> Cue? {
        if let cue {
            guard !isStanding, time.seconds(since: cue.dueAt) >= waitSeconds else { return cue }
            waitSeconds *= Self.repeatGrowth
            repeats += 1
        } else if isStanding || time.seconds(since: beganAt) < Self.delaySeconds {
            return nil
        }
        cue = Cue(
            identity: ManeuverIdentity.hash(
                latitude: position.latitudeDegrees, longitude: position.longitudeDegrees, kind: Self.kind,
                occurrence: episode &* 1000 &+ repeats),
            stage: .now, subject: .offRoute, stepNumber: stepNumber, distanceMeters: 0, priority: .now, dueAt: time,
            validForSeconds: 15)
        return cue
    }
}
