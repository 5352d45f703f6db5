import NavigationEvents

/// The announcement data of one step, computed once per route.
struct CuePoint {
    var identity: UInt64
    var subject: CueSubject
    var maneuver: Maneuver
    var stepNumber: Int
    /// Metres from the start of the route, along it.
    var distanceAlongRouteMeters: Double
    /// Latitude, degrees.
    var latitude: Double
    /// Longitude, degrees, unwrapped as in ``RouteVertex``.
    var longitude: Double
    /// Metres of road from the previous announced maneuver to this one.
    var stretchMeters: Double
    /// Speed in metres per second that the router expects on that stretch; 0 if unknown.
    var stretchSpeed: Double
    /// Whether the road before the maneuver is a motorway.
    var isMotorway: Bool
    /// Whether only the stage "now" is announced.
    var isShortNotice: Bool
    /// The time that its announcements take.
    private(set) var speech: StepSpeech
    /// Whether a control has reported that time; otherwise it is an estimate.
    private(set) var isSpeechReported = false
    /// Metres from this maneuver, or from the exit of its roundabout, to the next one, if the driver has no other step
    /// between them.
    var gapToNextMeters: Double?
    /// Whether only a border or a toll is announced, once and without a "now".
    var isOnlyBorderOrToll: Bool
    /// Index of this point, or of the next announced one after it; the number of points if there is none.
    var nextAnnounced: Int

    /// Takes the time that its announcements take, as a control reports it.
    mutating func report(_ reported: StepSpeech) { (speech, isSpeechReported) = (reported, true) }

    /// Makes the points of all steps of a route, one per step.
    static func all(of model: RouteModel, replacedRoute: ReplacedRoute? = nil) -> [CuePoint] {
        let steps = model.route.legs.flatMap(\.steps)
        let stepMeters = model.stepPositions.map(\.distanceAlongRouteMeters)
        var announced = AnnouncedSteps(
            steps: steps, stepMeters: stepMeters, stopSteps: model.stops.map(\.stepIndex),
            ferries: model.route.ferries)
        var lastTime = 0.0
        var identities = CueIDAssigner(replacedRoute: replacedRoute)
        var points = steps.indices.map { index in
            announced.advance(to: index)
            let step = steps[index]
            let seconds = model.stepPositions[index].time - lastTime
            if announced.isManeuver { lastTime = model.stepPositions[index].time }
            let vertex = model.vertices[step.geometryIndex]
            return CuePoint(
                identity: 0, subject: announced.subject, maneuver: step.maneuver, stepNumber: step.number,
                distanceAlongRouteMeters: stepMeters[index], latitude: vertex.latitude, longitude: vertex.longitude,
                stretchMeters: announced.stretchMeters,
                stretchSpeed: seconds > 0 ? announced.stretchMeters / seconds : 0, isMotorway: announced.isMotorway,
                isShortNotice: announced.isShortNotice,
                speech: StepSpeech(
                    estimating: step, next: index + 1 < steps.count ? steps[index + 1] : nil),
                isOnlyBorderOrToll: announced.isAnnounced && !announced.isManeuver,
                nextAnnounced: announced.isAnnounced ? index : -1)
        }
        identities.name(&points)
        linkForward(&points, steps)
        return points
    }

    private static func linkForward(_ points: inout [CuePoint], _ steps: [Step]) {
        var next = points.count
        for index in points.indices.reversed() {
            if points[index].nextAnnounced == index { next = index }
            points[index].nextAnnounced = next
            var (from, follower) = (index, index + 1)
            while follower < points.count, points[follower].nextAnnounced != follower,
                steps[follower].isPassedSilently(after: steps[index])
            {
                if steps[follower].maneuver.isRoundabout { from = follower }
                follower += 1
            }
            if follower < points.count, points[follower].nextAnnounced == follower {
                points[index].gapToNextMeters =
                    points[follower].distanceAlongRouteMeters - points[from].distanceAlongRouteMeters
            }
        }
    }
}
