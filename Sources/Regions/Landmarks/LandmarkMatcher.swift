import Geodesy
package import NavigationEvents

/// Finds the landmarks of the map by which a turn is recognized, and refuses those that could be mistaken.
///
/// The rules of certainty are in docs/decisions/0040-landmarks-are-announced-only-if-certain.md. A matcher is a pure
/// function of the turn and of the landmarks around it.
package struct LandmarkMatcher {
    /// A landmark must be certain from at least this far before it, so that a cue has time.
    static let minCertainMeters = 25.0
    /// The maximum distance between a point on a road and the line of the route.
    static let onRoadMeters = 4.0

    let turn: TurnApproach
    let landmarks: [MapLandmark]

    /// - Parameters:
    ///   - turn: The turn.
    ///   - landmarks: All landmarks within ``searchBounds(of:)``.
    package init(turn: TurnApproach, landmarks: [MapLandmark]) {
        (self.turn, self.landmarks) = (turn, landmarks)
    }

    /// The rectangle whose landmarks a turn needs.
    package static func searchBounds(of turn: TurnApproach) -> RegionManifest.Bounds {
        turn.line.bounds(marginMeters: searchMarginMeters)
    }

    private static let searchMarginMeters = 150.0

    /// The landmarks of the turn, those without a number first, then by their kind.
    package func found() -> [Landmark] {
        if turn.step.passage == .stairs { return [stairs()].compactMap(\.self) }
        let all = [lights(), stopSign()] + buildings() + [levelCrossing(), bridge(), crossing()]
        let certain = all.compactMap(\.self)
        return certain.filter(\.earlierMeters.isEmpty) + certain.filter { !$0.earlierMeters.isEmpty }
    }

    /// The distance from which a landmark is certain, if others are this far before the maneuver; `nil` if that is too
    /// near.
    func certainMeters(from meters: Double, others: [Double]) -> Double? {
        // At the last turn the driver looks at that turn.
        let limits = others.map { $0 - Self.separationMeters / 2 } + [turn.line.lengthMeters - Self.turnMeters]
        guard let nearest = limits.min(), nearest >= meters + Self.minCertainMeters else { return nil }
        return min(nearest, TurnApproach.maxMeters)
    }

    /// The distance between two landmarks of one kind that a driver counts as two.
    static let separationMeters = 45.0
    /// The part of the approach that belongs to the turn before it.
    static let turnMeters = 10.0
}

extension LandmarkMatcher {
    /// The stairs that begin at the step: their direction and the number of their steps.
    fileprivate func stairs() -> Landmark? {
        let here = turn.line.end
        let matches = landmarks.filter { $0.kind == "stairs" }.compactMap { stairs -> (MapLandmark, Bool)? in
            guard let start = stairs.start, let end = stairs.end else { return nil }
            let isForward = start.distanceMeters(to: here) <= Self.stairsMeters && passes(end)
            let isBackward = end.distanceMeters(to: here) <= Self.stairsMeters && passes(start)
            guard isForward != isBackward else { return nil }
            return (stairs, isForward)
        }
        guard matches.count == 1, let (stairs, isForward) = matches.first, ["up", "down"].contains(stairs.detail) else {
            return nil
        }
        let isUp = (stairs.detail == "up") == isForward
        return Landmark(
            kind: isUp ? .stairsUp : .stairsDown, name: stairs.name, certainMeters: TurnApproach.maxMeters,
            stairCount: stairs.stairCount)
    }

    private static let stairsMeters = 6.0

    /// Whether the route passes a position after the maneuver.
    private func passes(_ position: Coordinate) -> Bool {
        turn.after.contains { $0.distanceMeters(to: position) <= Self.stairsMeters }
    }
}
