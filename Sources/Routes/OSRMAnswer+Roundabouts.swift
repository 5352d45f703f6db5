import Geodesy
import NavigationEvents

extension OSRMAnswer.Step {
    /// The exit to take as the document counts it; counted from the intersections where it does not.
    var exitCount: Int? {
        if let exit = maneuver.exit { return exit > 0 ? exit : nil }
        guard maneuver.type == "roundabout" || maneuver.type == "rotary" else { return nil }
        let passed = intersections.dropFirst().count(where: \.hasExit)
        return intersections.count > 1 ? passed + 1 : nil
    }

    /// A circle whose way out is no step of its own is driven through in one step, unless the route ends in it.
    func roundaboutPart(_ row: OSRMManeuver.Row, after: OSRMAnswer.Step?) -> ProviderStep.RoundaboutPart {
        guard row.roundaboutPart == .enter, let after, after.maneuver.type != "arrive" else {
            return row.roundaboutPart
        }
        return OSRMManeuver.row(of: after.maneuver.type).roundaboutPart == .exit ? .enter : .through
    }

    /// The exit's angle from the degrees that a display's instruction gives: those driven around the circle.
    func exitAngleDegrees(before: OSRMAnswer.Step?) -> Double? {
        guard let degrees = before?.nextRoundaboutDegrees, (0...360).contains(degrees) else { return nil }
        return Angle.normalized(side == "left" ? degrees + 180 : 180 - degrees)
    }

    /// Direction of the road out of a circle that is driven through in one step.
    func exitBearingDegrees(_ part: ProviderStep.RoundaboutPart) -> Double? {
        guard part == .through, let exit = throughExitIndex else { return nil }
        return intersections[exit].departureBearingDegrees
    }

    /// Directions of the roads that are passed in the circle.
    func armBearingsDegrees(_ part: ProviderStep.RoundaboutPart) -> [Double] {
        let inside = intersections.dropFirst()
        switch part {
        case .enter: return inside.flatMap(\.sideBearingsDegrees)
        case .through:
            let end = throughExitIndex ?? inside.startIndex
            return inside.prefix { _ in true }.enumerated().filter { $0.offset + 1 < end }
                .flatMap(\.element.sideBearingsDegrees)
        case .none, .exit: return []
        }
    }

    /// The intersection of the n-th exit: each one that has a choice offers one.
    private var throughExitIndex: Int? {
        guard let exit = maneuver.exit, exit > 0 else { return nil }
        let exits = intersections.indices.dropFirst().filter { intersections[$0].hasExit }
        return exits.indices.contains(exit - 1) ? exits[exit - 1] : nil
    }
}

extension OSRMAnswer.Intersection {
    /// Whether a road that may be entered lies beside the one that is followed.
    fileprivate var hasExit: Bool {
        entry.enumerated().contains { $0.element && $0.offset != departure && $0.offset != arrival }
    }

    fileprivate var departureBearingDegrees: Double? {
        guard let departure, bearings.indices.contains(departure) else { return nil }
        return bearings[departure]
    }

    fileprivate var sideBearingsDegrees: [Double] {
        bearings.enumerated().filter { $0.offset != departure && $0.offset != arrival }.map(\.element)
    }
}
