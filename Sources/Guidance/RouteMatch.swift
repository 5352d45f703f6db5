/// The position on the route.
struct RouteMatch {
    /// The estimated position along the route.
    var tracker: Tracker
    /// Metres from the line to the last observation.
    var offset: Double

    /// Starts at a matched point.
    init(at point: RoutePoint, _ observation: Observation) {
        tracker = Tracker(at: point, accuracy: observation.accuracy, speed: observation.speed)
        offset = point.offset
    }
}
