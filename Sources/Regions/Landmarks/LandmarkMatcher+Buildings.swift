import Geodesy
import NavigationEvents

/// Landmarks beside the road: churches and other places of worship, fuel stations, railway stations.
extension LandmarkMatcher {
    /// A building beside the approach.
    private struct Building {
        var landmark: MapLandmark
        var meters: Double
        var offsetMeters: Double
    }

    /// The middle of a visible building is within this distance of the road.
    private static let visibleMeters = 40.0
    /// Another one of its kind within this distance of the road is in sight as well.
    private static let sightMeters = 120.0
    /// Half the length of a building.
    private static let halfBuildingMeters = 20.0
    private static let aheadOffsetMeters = 5.0
    private static let maxAfterMeters = 60.0
    private static let maxBeforeMeters = 35.0
    /// Objects of the same name within this distance are one: a building and the point with its name.
    private static let sameMeters = 60.0

    /// The certain buildings of the turn, one of each kind.
    func buildings() -> [Landmark?] {
        [LandmarkKind.church, .mosque, .synagogue, .temple, .fuel, .station].map(building)
    }

    private func building(_ kind: LandmarkKind) -> Landmark? {
        let all = landmarks.filter { Self.kinds(of: $0).contains(kind) }.map { landmark in
            let place = turn.line.projection(of: landmark.position)
            return Building(landmark: landmark, meters: place.meters, offsetMeters: place.offsetMeters)
        }
        let visible = all.filter { abs($0.offsetMeters) <= Self.visibleMeters && Self.isRecognized($0.landmark, kind) }
        let candidates = Self.distinct(visible.filter { relation(of: $0) != .unknown })
        guard candidates.count == 1, let building = candidates.first else { return nil }
        let others = all.filter {
            !Self.isSame($0.landmark, building.landmark) && abs($0.offsetMeters) <= Self.sightMeters
        }
        // One that is near the maneuver, or beyond it, is in sight together with this one.
        guard !others.contains(where: { $0.meters <= max(building.meters, 0) + Self.sightMeters }),
            isOnlyStreet(at: building),
            let certain = certainMeters(
                from: max(building.meters, 0), others: others.map { $0.meters - Self.sightMeters / 2 })
        else { return nil }
        return Landmark(
            kind: kind, name: building.landmark.name, relation: relation(of: building), side: side(of: building),
            distanceToManeuverMeters: building.meters, certainMeters: certain)
    }

    private func relation(of building: Building) -> LandmarkRelation {
        switch building.meters {
        case Self.halfBuildingMeters...Self.maxAfterMeters: .after
        case -Self.maxBeforeMeters ... -Self.halfBuildingMeters: .before
        case -Self.halfBuildingMeters...Self.halfBuildingMeters:
            side(of: building) != .none && turn.side != side(of: building) ? .opposite : .at
        default: .unknown
        }
    }

    private func side(of building: Building) -> LandmarkSide {
        // One whose middle is on the line of the road is ahead, not on a side.
        guard abs(building.offsetMeters) > Self.aheadOffsetMeters else { return .none }
        return building.offsetMeters < 0 ? .left : .right
    }

    /// Whether no other street to the same side could be meant.
    private func isOnlyStreet(at building: Building) -> Bool {
        let isBefore = building.meters < -Self.halfBuildingMeters
        let reach = isBefore ? Self.sightMeters : max(building.meters, 0) + 2 * Self.halfBuildingMeters
        return !turn.hasSameSideStreet(within: reach)
    }

    /// The kinds for which an object may be taken.
    private static func kinds(of landmark: MapLandmark) -> [LandmarkKind] {
        switch landmark.kind {
        case "fuel": [.fuel]
        case "station": [.station]
        case "church":
            switch landmark.detail {
            case "mosque", "muslim": [.mosque]
            case "synagogue", "jewish": [.synagogue]
            case "temple", "shrine", "hindu", "buddhist", "taoist", "shinto", "sikh": [.temple]
            // A place of worship of unknown religion may look like any of them.
            case "church", "cathedral", "chapel", "christian": [.church]
            default: [.church, .mosque, .synagogue, .temple]
            }
        default: []
        }
    }

    /// Whether people see from the road what it is.
    private static func isRecognized(_ landmark: MapLandmark, _ kind: LandmarkKind) -> Bool {
        switch kind {
        case .fuel: true
        case .station: landmark.detail == "station" || landmark.detail == "halt"
        // A congregation may meet in any house, and a chapel may be small.
        default:
            landmark.hasOutline && ["church", "cathedral", "mosque", "synagogue", "temple"].contains(landmark.detail)
        }
    }

    private static func distinct(_ buildings: [Building]) -> [Building] {
        buildings.reduce(into: []) { found, building in
            if !found.contains(where: { isSame($0.landmark, building.landmark) }) { found.append(building) }
        }
    }

    /// Whether two objects of the map are one building.
    private static func isSame(_ one: MapLandmark, _ other: MapLandmark) -> Bool {
        let isSameName = one.name == other.name || one.name.isEmpty || other.name.isEmpty
        let limit = one.name == other.name ? sameMeters : halfBuildingMeters
        return one.id == other.id || isSameName && one.position.distanceMeters(to: other.position) <= limit
    }
}
