import Geodesy
import NavigationEvents

extension OSRMAnswer.Step {
    /// The number of the exit from the document, otherwise counted from the intersections.
    var exitCount: Int? {
        if let exit = maneuver.exit { return exit > 0 ? exit : nil }
        guard maneuver.type == "roundabout" || maneuver.type == "rotary" else { return nil }
        let passed = intersections.dropFirst().count(where: \.hasExit)
        return intersections.count > 1 ? passed + 1 : nil
    }

    /// The own name of the circle; empty if it has none.
    var roundaboutName: String { RoadNames.road(names: [rotaryName ?? ""]).first { !RoadNumber.isNumber($0) } ?? "" }

    /// The part of the roundabout in this step: the whole circle if no exit step follows, unless the route ends inside.
    func roundaboutPart(_ row: OSRMManeuver.Row, after: OSRMAnswer.Step?) -> ProviderStep.RoundaboutPart {
        guard row.roundaboutPart == .enter, let after, after.maneuver.type != "arrive" else {
            return row.roundaboutPart
        }
        return OSRMManeuver.row(of: after.maneuver.type).roundaboutPart == .exit ? .enter : .through
    }

    /// The angle of the exit, from the degrees around the circle in the banner instruction.
    func exitAngleDegrees(before: OSRMAnswer.Step?) -> Double? {
        guard let degrees = before?.nextRoundaboutDegrees, (0...360).contains(degrees) else { return nil }
        return Angle.normalized(side == "left" ? degrees + 180 : 180 - degrees)
    }

    /// Bearing of the exit road of a circle that is one step, degrees.
    func exitBearingDegrees(_ part: ProviderStep.RoundaboutPart) -> Double? {
        guard part == .through, let exit = throughExitIndex else { return nil }
        return intersections[exit].departureBearingDegrees
    }

    /// Bearings of the roads that the route passes in the circle, degrees.
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

    /// Index of the intersection of the exit; every intersection with a choice has one exit.
    private var throughExitIndex: Int? {
        guard let exit = maneuver.exit, exit > 0 else { return nil }
        let exits = intersections.indices.dropFirst().filter { intersections[$0].hasExit }
        return exits.indices.contains(exit - 1) ? exits[exit - 1] : nil
    }
}

extension OSRMAnswer.Intersection {
    /// Whether another road than that of the route may be entered here.
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
