/// How the vehicle came onto the route, which decides whether a first match may be wrong.
struct RouteEntry {
    /// Nearer to the line than this, or than the accuracy, the route is met.
    private static let metMeters = 10.0
    /// After following the line at a distance for this long, the route is met too.
    private static let followedMeters = 150.0

    /// Whether the route replaced another one: then it may be entered anywhere.
    let isReplacement: Bool
    /// Whether the line was met since the position was first found.
    private(set) var isMet: Bool
    /// Whether the first match turned out to be wrong.
    private(set) var hasFailed = false
    /// Metres followed beside the line so far.
    private var followedMeters = 0.0

    init(isReplacement: Bool = false, isMet: Bool = false) {
        self.isReplacement = isReplacement
        self.isMet = isMet
    }

    /// The entry of another route with the same line.
    init(replacing old: RouteEntry) {
        self.init(isReplacement: true, isMet: old.isMet)
        hasFailed = old.hasFailed
    }

    /// Records that the route was left before it was met: the match was wrong.
    mutating func fail() { hasFailed = true }

    /// Processes a fix and its match. The line is met by coming close to it, or by following it for a while: the
    /// receiver may have a constant error.
    mutating func observe(_ point: RoutePoint?, _ observation: Observation, _ seconds: Double, limits: ModeLimits) {
        guard !isMet, let point else { return }
        let isBeside = point.offset <= limits.leavingRadius(accuracy: observation.accuracy)
        followedMeters = isBeside && point.agreement > 0.7 ? followedMeters + observation.speed * seconds : 0
        isMet = point.offset <= max(Self.metMeters, observation.accuracy) || followedMeters > Self.followedMeters
    }
}
