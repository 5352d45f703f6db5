import Geodesy
import NavigationEvents

extension OSRMAnswer.Step {
    /// A street further than this from the maneuver is not taken for it.
    private static let confusingMeters = 300.0

    /// Metres before the maneuver of the last street on the stretch to it that leads to the same side.
    ///
    /// - Parameter before: The step whose stretch leads here.
    func sameSideStreetMeters(before: OSRMAnswer.Step?) -> Double? {
        guard let before, let side = maneuver.turnSide else { return nil }
        let place = maneuver.location.coordinate
        let last = before.intersections.dropFirst().last { $0.hasStreet(to: side) && $0.location.coordinate != place }
        guard let last else { return nil }
        let meters = last.location.coordinate.distanceMeters(to: place)
        return meters <= Self.confusingMeters ? meters : nil
    }
}

/// The side that a turn leads to.
private enum Side {
    case left, right
}

extension OSRMAnswer.Maneuver {
    /// The side of a turn off the road; to keep, to merge or to leave a motorway is not mistaken for a street.
    fileprivate var turnSide: Side? {
        guard ["turn", "end of road", "continue", "new name"].contains(type) else { return nil }
        return switch OSRMManeuver.Modifier(rawValue: modifier ?? "") {
        case .left, .sharpLeft: .left
        case .right, .sharpRight: .right
        default: nil
        }
    }
}

extension OSRMAnswer.Intersection {
    /// Degrees to the side by which a street at least, and at most, leads off the road.
    private static let sideDegrees = 30.0...150.0

    /// Whether a street that may be entered, and is not the route, leads to a side.
    fileprivate func hasStreet(to side: Side) -> Bool {
        guard let arrival, bearings.indices.contains(arrival), bearings.count == entry.count else { return false }
        let ahead = bearings[arrival] + 180
        return bearings.indices.contains { index in
            guard index != arrival, index != departure, entry[index] else { return false }
            let right = Angle.normalized(bearings[index] - ahead)
            return Self.sideDegrees.contains(side == .right ? right : 360 - right)
        }
    }
}
