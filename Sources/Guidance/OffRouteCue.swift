import NavigationEvents

/// The request to turn around: once when the route was left and no other one is found soon, and again after ever longer
/// times.
struct OffRouteCue {
    private static let kind: Int32 = -1
    private static let firstRepeatSeconds = 60.0
    private static let repeatGrowth = 2.5
    /// A router that answers is quicker: what it has found is what one wants to hear.
    private static let patienceSeconds = 4.0

    private var episode = 0
    private var repeats = 0
    private var waitSeconds = firstRepeatSeconds
    private var cue: Cue?
    private var beganAt = Timestamp(nanosecondsSinceEpoch: 0)
    private var place = Coordinate(latitudeDegrees: 0, longitudeDegrees: 0)

    /// The route was left, at a place of it.
    mutating func begin(at time: Timestamp, place: Coordinate) {
        episode += 1
        beganAt = time
        self.place = place
        repeats = 0
        waitSeconds = Self.firstRepeatSeconds
        cue = nil
    }

    /// What is due while off the route; nothing begins while standing.
    mutating func cue(at time: Timestamp, stepNumber: Int, isStanding: Bool) -> Cue? {
        if let cue {
            guard !isStanding, time.seconds(since: cue.dueAt) >= waitSeconds else { return cue }
            waitSeconds *= Self.repeatGrowth
            repeats += 1
        } else if isStanding || time.seconds(since: beganAt) < Self.patienceSeconds {
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
