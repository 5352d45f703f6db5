import NavigationEvents

/// What is to be announced of a step: worked out once for a route.
struct CuePoint {
    var identity: UInt64
    var subject: CueSubject
    var maneuver: Maneuver
    var stepNumber: Int
    /// Metres from the start of the route.
    var along: Double
    /// Degrees.
    var latitude: Double
    /// Degrees, continued as in ``RouteVertex``.
    var longitude: Double
    /// Metres of road before the maneuver since the last one that is announced.
    var stretchMeters: Double
    /// Metres per second that the router expects on that stretch; 0 where it did not say.
    var stretchSpeed: Double
    /// Whether the road before the maneuver is a motorway.
    var isMotorway: Bool
    /// Estimated seconds to say it.
    var speechSeconds: Double
    /// Estimated seconds to say the one after it as well.
    var thenSeconds = 0.0
    /// Metres from the end of this maneuver to the next one, where that is announced.
    var gapToNextMeters: Double?
    /// Index of this point, or of the first one after it, that is announced; the number of points if there is none.
    var nextAnnounced: Int

    /// Makes the points of all steps of a route, one for each.
    static func all(of model: RouteModel, ancestor: CueAncestor? = nil) -> [CuePoint] {
        let steps = model.route.legs.flatMap(\.steps)
        let alongs = model.frames.map(\.along)
        var announced = AnnouncedSteps(steps: steps, alongs: alongs, stopSteps: model.stops.map(\.stepIndex))
        var lastTime = 0.0
        var identities = IdentityMint(ancestor: ancestor)
        var points = steps.indices.map { index in
            announced.advance(to: index)
            let step = steps[index]
            let seconds = model.frames[index].time - lastTime
            if announced.isAnnounced { lastTime = model.frames[index].time }
            let vertex = model.vertices[step.geometryIndex]
            return CuePoint(
                identity: 0, subject: announced.subject, maneuver: step.maneuver, stepNumber: step.number,
                along: alongs[index], latitude: vertex.latitude, longitude: vertex.longitude,
                stretchMeters: announced.stretchMeters,
                stretchSpeed: seconds > 0 ? announced.stretchMeters / seconds : 0, isMotorway: announced.isMotorway,
                speechSeconds: CueTiming.speechSeconds(of: step), nextAnnounced: announced.isAnnounced ? index : -1)
        }
        identities.name(&points)
        linkForward(&points)
        return points
    }

    private static func linkForward(_ points: inout [CuePoint]) {
        var next = points.count
        for index in points.indices.reversed() {
            if points[index].nextAnnounced == index { next = index }
            points[index].nextAnnounced = next
            let follower = index + 1
            if follower < points.count, points[follower].nextAnnounced == follower {
                points[index].gapToNextMeters = points[follower].along - points[index].along
                points[index].thenSeconds = CueTiming.thenSeconds(of: points[follower].maneuver)
            }
        }
    }
}
