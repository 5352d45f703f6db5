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
        /// Metres by which the reported position is known to be too far ahead.
        let overshootMeters: Double

        /// Whether the reported position clearly differs from the true one.
        var isRecovering: Bool { overshootMeters > Tracker.maxBackwardMeters }
    }

    private let match: Matched
    /// Metres along the route of the last known position, from which distances are computed.
    let knownAlongMeters: Double
    private let left: Double
    // An optional or a truth value between the numbers would make each copy slower: it reads the padding behind it
    // together with what was just written.
    private let isMatched: Bool
    /// Whether the route was left.
    let isOffRoute: Bool

    /// The position on the route; off route, the last one. `nil` if there is none.
    var matched: Matched? { isMatched ? match : nil }
    /// Off route, metres along the route at which it was left, or of a stop that was reached since; otherwise `nil`.
    var leftAlongMeters: Double? { isOffRoute ? left : nil }

    /// A position on the route, or off route the last one.
    @inline(__always)
    init(_ match: RouteMatch, on model: RouteModel, leftAlongMeters: Double? = nil) {
        let tracker = match.tracker
        let fraction = model.fraction(of: tracker.segment, at: tracker.distanceAlongRouteMeters)
        self.match = Matched(
            distanceAlongRouteMeters: tracker.distanceAlongRouteMeters, segment: tracker.segment, fraction: fraction,
            routeSeconds: model.time(segment: tracker.segment, fraction: fraction), offset: match.offset,
            variance: tracker.variance, overshootMeters: tracker.overshootMeters)
        knownAlongMeters = tracker.knownAlongMeters
        (left, isMatched, isOffRoute) = (leftAlongMeters ?? 0, true, leftAlongMeters != nil)
    }

    /// A position that is not known at present.
    init(lostAt knownAlongMeters: Double, leftAlongMeters: Double? = nil) {
        match = Matched(
            distanceAlongRouteMeters: 0, segment: 0, fraction: 0, routeSeconds: 0, offset: 0, variance: 0,
            overshootMeters: 0)
        self.knownAlongMeters = knownAlongMeters
        (left, isMatched, isOffRoute) = (leftAlongMeters ?? 0, false, leftAlongMeters != nil)
    }
}
