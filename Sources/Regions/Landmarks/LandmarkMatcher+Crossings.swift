import Geodesy
import NavigationEvents

/// Landmarks that the road crosses: level crossings and bridges.
extension LandmarkMatcher {
    /// A stretch of the approach, or of its straight continuation, metres to the maneuver.
    private struct Stretch {
        var far: Double
        var near: Double
        var name = ""
    }

    private static let maxAfterMeters = 60.0
    private static let maxBeforeMeters = 45.0
    /// No other landmark of the kind, and no other street, lies within this distance before a turn "before" one.
    private static let clearMeters = 120.0
    /// A shorter bridge is hardly noticed.
    private static let minBridgeMeters = 25.0
    private static let bridgeOffsetMeters = 6.0
    private static let parallelDegrees = 25.0
    /// Tracks and parts of a bridge within this distance are one.
    private static let joinMeters = 20.0

    /// The level crossing after or before which the turn is.
    func levelCrossing() -> Landmark? {
        let places = landmarks.filter { $0.kind == "level_crossing" }
            .map { (landmark: $0, place: turn.line.projection(of: $0.position)) }
        let onLine = places.filter {
            abs($0.place.offsetMeters) <= ($0.place.meters < 0 ? Self.bridgeOffsetMeters : Self.onRoadMeters)
        }
        let own = onLine.filter { isRecognized($0.landmark) }
        // Tracks of a tram in the street may be taken for one.
        let others = onLine.filter { !isRecognized($0.landmark) }.map(\.place.meters)
        let stretches = Self.joined(
            own.map { Stretch(far: $0.place.meters, near: $0.place.meters, name: $0.landmark.name) })
        return landmark(.levelCrossing, stretches, others: others)
    }

    /// Whether a level crossing is one of a railway, not of a tram; a map without railways does not say it.
    private func isRecognized(_ crossing: MapLandmark) -> Bool {
        guard crossing.roads.contains(where: { ["rail", "narrow_gauge"].contains($0.roadClass) }) else { return false }
        return crossing.detail == "level_crossing" || turn.isOnFoot
    }

    /// The bridge on which the road runs, after or before which the turn is.
    func bridge() -> Landmark? {
        var own: [Stretch] = []
        var others: [Double] = []
        for bridge in landmarks where bridge.kind == "bridge" {
            guard let start = bridge.start, let end = bridge.end else { continue }
            let (from, to) = (turn.line.projection(of: start), turn.line.projection(of: end))
            let (far, near) = (max(from.meters, to.meters), min(from.meters, to.meters))
            let offset = max(abs(from.offsetMeters), abs(to.offsetMeters))
            let bearing = start.bearingDegrees(to: end) ?? 0
            let angle = abs(Angle.turn(from: from.bearingDegrees, to: bearing))
            let isParallel = min(angle, 180 - angle) <= Self.parallelDegrees
            if isParallel, offset <= Self.bridgeOffsetMeters, isRoad(bridge) {
                own.append(Stretch(far: far, near: near, name: bridge.name))
            } else if !isParallel, isOver(from, to) {
                // A bridge over the road is a bridge as well.
                others.append(near)
            }
        }
        let stretches = Self.joined(own)
        return landmark(.bridge, stretches.filter { $0.far - $0.near >= Self.minBridgeMeters }, others: others)
    }

    private func isRoad(_ bridge: MapLandmark) -> Bool {
        let paths = ["footway", "path", "cycleway", "steps", "pedestrian", "bridleway", "corridor"]
        let rails = ["rail", "light_rail", "subway", "tram", "narrow_gauge", "monorail"]
        return bridge.roads.contains { road in
            !rails.contains(road.roadClass) && (turn.isOnFoot || !paths.contains(road.roadClass))
        }
    }

    /// Whether a line leads over the approach or near it.
    private func isOver(
        _ from: ApproachLine.Projection, _ to: ApproachLine.Projection
    ) -> Bool {
        from.offsetMeters * to.offsetMeters <= 0
            || min(abs(from.offsetMeters), abs(to.offsetMeters)) <= 2 * Self.joinMeters
    }

    private func landmark(_ kind: LandmarkKind, _ stretches: [Stretch], others: [Double]) -> Landmark? {
        // Also one that is too far beyond the maneuver is in sight.
        guard others.allSatisfy({ $0 > Self.clearMeters }) else { return nil }
        let passed = stretches.filter { $0.near > 0 }.sorted { $0.near < $1.near }
        let ahead = stretches.filter { $0.near <= 0 }
        if let last = passed.first, last.near <= Self.maxAfterMeters {
            let further = passed.dropFirst().map(\.near) + others
            guard ahead.isEmpty, last.near > 4, !turn.hasSameSideStreet(within: last.near + Self.joinMeters),
                let certain = certainMeters(from: last.far, others: further)
            else { return nil }
            return Landmark(
                kind: kind, name: last.name, relation: .after, distanceToManeuverMeters: last.near,
                certainMeters: certain)
        }
        guard ahead.count == 1, let next = ahead.first, next.far >= -Self.maxBeforeMeters, next.far <= -8,
            !turn.hasSameSideStreet(within: Self.clearMeters),
            passed.allSatisfy({ $0.near > Self.clearMeters }),
            let certain = certainMeters(from: 0, others: passed.map(\.near) + others)
        else { return nil }
        return Landmark(
            kind: kind, name: next.name, relation: .before, distanceToManeuverMeters: next.far, certainMeters: certain)
    }

    /// Stretches of which those near each other are joined.
    private static func joined(_ stretches: [Stretch]) -> [Stretch] {
        stretches.sorted { $0.near < $1.near }.reduce(into: []) { found, stretch in
            guard let last = found.last, stretch.near - last.far <= joinMeters else {
                found.append(stretch)
                return
            }
            found[found.count - 1].far = max(last.far, stretch.far)
        }
    }
}
