import Geodesy
import NavigationEvents

extension OSRMAnswer.Step {
    /// A road nearer than this to the direction of travel could be mistaken for the one straight ahead, degrees.
    private static let aheadDegrees = 45.0

    /// Whether straight ahead is a choice at the intersection.
    ///
    /// A fork always is one. Engines write a turn or continuation straight ahead only where the road is not obvious: a
    /// turn is one wherever another road meets, even one that may not be entered, a continuation wherever another road
    /// may be entered. A new name needs another road ahead.
    func isDecision(_ kind: Maneuver, _ row: OSRMManeuver.Row) -> Bool {
        guard kind == .straight || kind == .nameChange else { return false }
        return switch row.type {
        case "fork": true
        case "turn", "end of road": (intersections.first?.bearings.count ?? 0) > 2
        case "continue": !otherRoadDegrees.isEmpty
        default: hasOtherRoadAhead
        }
    }

    /// Whether another road than that of the route leads ahead.
    var hasOtherRoadAhead: Bool { otherRoadDegrees.contains { abs($0) <= Self.aheadDegrees } }

    /// Directions of the roads that may be entered instead of that of the route, relative to the direction of travel,
    /// degrees, positive to the right.
    private var otherRoadDegrees: [Double] {
        guard let intersection = intersections.first, let arrival = intersection.arrival,
            intersection.bearings.indices.contains(arrival),
            intersection.bearings.count == intersection.entry.count
        else { return [] }
        let ahead = intersection.bearings[arrival] + 180
        return intersection.bearings.indices.filter { index in
            index != arrival && index != intersection.departure && intersection.entry[index]
        }
        .map { Angle.signed(intersection.bearings[$0] - ahead) }
    }
}
