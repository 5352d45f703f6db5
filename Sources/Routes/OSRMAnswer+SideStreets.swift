import Geodesy
import NavigationEvents

extension OSRMAnswer.Step {
    /// A driver does not mistake a street farther than this from the maneuver for it.
    private static let confusingMeters = 300.0

    /// Distance in metres from the last street to the same side before the maneuver; `nil` if it is far or absent.
    ///
    /// - Parameter before: the step with the stretch that leads here.
    func sameSideStreetMeters(before: OSRMAnswer.Step?) -> Double? {
        guard let before, let side = maneuver.turnSide else { return nil }
        let place = maneuver.location.coordinate
        let last = before.intersections.dropFirst().last { $0.hasStreet(to: side) && $0.location.coordinate != place }
        guard let last else { return nil }
        let meters = last.location.coordinate.distanceMeters(to: place)
        return meters <= Self.confusingMeters ? meters : nil
    }
}

/// The side of a turn.
private enum Side {
    case left, right
}

extension OSRMAnswer.Maneuver {
    /// The side of a turn off the road; `nil` for others, such as keeping or merging, which are not confused with a
    /// street.
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
    /// Range of the angle between a side street and the road, degrees.
    private static let sideDegrees = 30.0...150.0

    /// Whether a street to this side may be entered and is not the route.
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
