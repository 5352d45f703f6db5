import Geodesy
import NavigationEvents

/// The replaced route and the distance driven on it: the new route takes over its cue identities.
struct ReplacedRoute {
    var points: [CuePoint]
    /// Metres driven along the replaced route.
    var distanceAlongRouteMeters: Double
    /// Metres along the new route at which it is joined.
    var joinAlongMeters: Double
    /// Identities of announced cues on any route: a new cue gets another one.
    var announced: [UInt64]
}

/// Assigns cue identities: those of the replaced route to the same maneuvers (same kind within 30 m, and not a full
/// detour later), new ones to the others.
struct CueIDAssigner {
    private static let sameManeuverMeters = 30.0
    /// A maneuver that the position has passed by more than this is over.
    private static let slackMeters = 30.0

    private struct ManeuverKey: Hashable {
        var latitude: Int
        var longitude: Int
        var maneuver: Maneuver
    }

    private let replacedRoute: ReplacedRoute?
    private var occurrences: [ManeuverKey: Int] = [:]
    private var used: Set<UInt64> = []

    init(replacedRoute: ReplacedRoute?) {
        self.replacedRoute = replacedRoute
        if let replacedRoute { used = Set(replacedRoute.points.map(\.identity)).union(replacedRoute.announced) }
    }

    /// Assigns identities to all points of a route.
    mutating func name(_ points: inout [CuePoint]) {
        if let replacedRoute, Self.isSame(points, replacedRoute.points) {
            for (index, old) in replacedRoute.points.enumerated() { points[index].identity = old.identity }
            return
        }
        var nextOld = replacedRoute?.points.firstIndex {
            $0.distanceAlongRouteMeters >= (replacedRoute?.distanceAlongRouteMeters ?? 0) - Self.slackMeters
        }
        for index in points.indices {
            if let old = existingIdentity(points[index], from: &nextOld) {
                points[index].identity = old
            } else {
                points[index].identity = newIdentity(points[index])
            }
        }
    }

    private static func isSame(_ one: [CuePoint], _ other: [CuePoint]) -> Bool {
        one.count == other.count
            && zip(one, other).allSatisfy {
                $0.maneuver == $1.maneuver && $0.distanceAlongRouteMeters == $1.distanceAlongRouteMeters
                    && isNear($0, $1)
            }
    }

    private static func isNear(_ one: CuePoint, _ other: CuePoint) -> Bool {
        let scale = LocalScale(latitudeDegrees: one.latitude)
        let north = (one.latitude - other.latitude) * scale.metersPerDegreeNorth
        let east = Angle.wrapped180(one.longitude - other.longitude) * scale.metersPerDegreeEast
        return north * north + east * east <= sameManeuverMeters * sameManeuverMeters
    }

    /// The identity of the same maneuver on the replaced route; both routes are traversed once, in order.
    private func existingIdentity(_ point: CuePoint, from nextOld: inout Int?) -> UInt64? {
        guard let replacedRoute, let first = nextOld,
            point.distanceAlongRouteMeters >= replacedRoute.joinAlongMeters - Self.slackMeters
        else {
            return nil
        }
        let old = replacedRoute.points
        let remaining = point.distanceAlongRouteMeters - replacedRoute.joinAlongMeters
        for index in first..<min(first + 64, old.count) where old[index].maneuver == point.maneuver {
            let before = max(old[index].distanceAlongRouteMeters - replacedRoute.distanceAlongRouteMeters, 0)
            guard Self.isNear(old[index], point), remaining <= before + max(150, before / 2) else { continue }
            nextOld = index + 1
            return old[index].identity
        }
        return nil
    }

    /// A new identity; a second visit to the same position gets another one.
    private mutating func newIdentity(_ point: CuePoint) -> UInt64 {
        let key = ManeuverKey(
            latitude: Int(clamping: (point.latitude * 1e5).rounded()),
            longitude: Int(clamping: (point.longitude * 1e5).rounded()),
            maneuver: point.maneuver)
        var occurrence = occurrences[key, default: 0]
        var identity: UInt64
        repeat {
            identity = ManeuverIdentity.hash(
                latitude: point.latitude, longitude: Angle.wrapped180(point.longitude), kind: point.maneuver.rawValue,
                occurrence: occurrence)
            occurrence += 1
        } while !used.insert(identity).inserted
        occurrences[key] = occurrence
        return identity
    }
}
