import Geodesy

extension TrackLine {
    /// Points farther apart show no noise, metres.
    private static let denseMeters = 20.0
    /// Fewer dense points show nothing.
    private static let minTurns = 20
    /// A turn at a point that may be noise, degrees, and the share of points that turn so, each against the one before.
    private static let noisyDegrees = 15.0
    private static let noisyShare = 0.25

    /// Whether dense points zigzag, as those of a receiver do and those of a planned line do not: the turns of a bend have
    /// one direction.
    static func isNoisy(_ points: [GPXDocument.Point]) -> Bool {
        var (turns, zigzags) = (0, 0)
        var (lastBearing, lastTurn): (Double?, Double) = (nil, 0)
        for (point, next) in zip(points, points.dropFirst()) {
            let (east, north) = point.position.offsetMeters(to: next.position)
            let length = (east * east + north * north).squareRoot()
            guard length < Self.denseMeters, let bearing = Angle.bearing(eastMeters: east, northMeters: north) else {
                // The same point twice has no bearing and ends nothing.
                if length > 0 { (lastBearing, lastTurn) = (nil, 0) }
                continue
            }
            if let last = lastBearing {
                let turn = Angle.turn(from: last, to: bearing)
                turns += 1
                if turn.magnitude > noisyDegrees, lastTurn.magnitude > noisyDegrees, turn * lastTurn < 0 {
                    zigzags += 1
                }
                lastTurn = turn
            }
            lastBearing = bearing
        }
        return turns >= minTurns && Double(zigzags) > noisyShare * Double(turns)
    }
}
