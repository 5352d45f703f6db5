/// The position relative to the route, as of the last fix or of the time since: the values of a phase that guidance is
/// computed from.
struct PresentPosition {
    /// A position on the route.
    struct Matched {
        /// Metres along the route.
        let distanceAlongRouteMeters: Double
        /// Index of the segment of the position.
        let segment: Int
        /// The part of the segment before the position, 0...1.
        let fraction: Double
        /// Expected seconds from the start of the route.
        let routeSeconds: Double
        /// Metres from the line to the last observation.
        let offset: Double
        /// Variance along the route, square metres.
        let variance: Double
        /// Whether the reported position clearly differs from the true one.
        let isRecovering: Bool
    }

    /// The position on the route; off route, the last one. `nil` if there is none.
    let matched: Matched?
    /// Metres along the route of the last known position, from which distances are computed.
    let knownAlongMeters: Double
    /// Off route, metres along the route at which it was left, or of a stop that was reached since; otherwise `nil`.
    let leftAlongMeters: Double?

    var isOffRoute: Bool { leftAlongMeters != nil }

    /// A position on the route, or off route the last one.
    @inline(__always)
    init(_ match: RouteMatch, on model: RouteModel, leftAlongMeters: Double? = nil) {
        let tracker = match.tracker
        let fraction = model.fraction(of: tracker.segment, at: tracker.distanceAlongRouteMeters)
        matched = Matched(
            distanceAlongRouteMeters: tracker.distanceAlongRouteMeters, segment: tracker.segment, fraction: fraction,
            routeSeconds: model.time(segment: tracker.segment, fraction: fraction), offset: match.offset,
            variance: tracker.variance, isRecovering: tracker.isRecovering)
        knownAlongMeters = tracker.knownAlongMeters
        self.leftAlongMeters = leftAlongMeters
    }

    /// A position that is not known at present.
    init(lostAt knownAlongMeters: Double, leftAlongMeters: Double? = nil) {
        matched = nil
        self.knownAlongMeters = knownAlongMeters
        self.leftAlongMeters = leftAlongMeters
    }
}
