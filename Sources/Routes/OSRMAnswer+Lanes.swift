import Geodesy
import NavigationEvents

extension OSRMAnswer.Step {
    /// The lanes before the maneuver, from its intersection.
    var lanes: [Lane] {
        let lanes = intersections.first?.lanes ?? []
        let hasActive = lanes.contains { $0.isActive == true }
        let turn = OSRMManeuver.Modifier(rawValue: maneuver.modifier ?? "")?.angleDegrees ?? 0
        return lanes.map { lane in
            // Active lanes also suit the next maneuver; Valhalla and Mapbox mark them, OSRM does not.
            let isRecommended = (hasActive ? lane.isActive : lane.isValid) ?? false
            return lane.lane(
                isRecommended: isRecommended, turnDegrees: turn, drivingSide: side == "left" ? .left : .right)
        }
    }
}

extension OSRMAnswer.Lane {
    fileprivate func lane(isRecommended: Bool, turnDegrees: Double, drivingSide: DrivingSide) -> Lane {
        let rows = LaneTable.rows.filter { row in row.words.contains(where: indications.contains) }
        guard !rows.isEmpty else { return LaneTable.blank(isRecommended: isRecommended) }
        let followed = rows.first { $0.words.contains(validIndication ?? "") } ?? Self.nearest(rows, to: turnDegrees)
        return LaneTable.lane(
            rows.map { ($0, isRecommended && $0.mask == followed?.mask) }, drivingSide: drivingSide)
    }

    /// The arrow with the direction most similar to the maneuver, if the document does not name the followed arrow.
    private static func nearest(_ rows: [LaneTable.Row], to turnDegrees: Double) -> LaneTable.Row? {
        rows.min {
            abs(Angle.signed($0.angleDegrees - turnDegrees)) < abs(Angle.signed($1.angleDegrees - turnDegrees))
        }
    }
}
