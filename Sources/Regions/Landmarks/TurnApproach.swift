import Geodesy
import NavigationEvents

/// A turn of a route with the road that leads to it.
package struct TurnApproach: Sendable {
    /// Landmarks farther away are not looked for.
    static let maxMeters = 400.0

    let step: Step
    let line: ApproachLine
    /// The vertices of the route after the turn.
    let after: [Coordinate]
    let isOnFoot: Bool

    /// The turns of a route that a landmark may identify, with the indices of their leg and step.
    static func turns(of route: Route) -> [(leg: Int, step: Int, turn: TurnApproach)] {
        route.legs.enumerated().flatMap { leg, part in
            part.steps.indices.dropFirst().compactMap { index in
                TurnApproach(index, of: part.steps, in: route).map { (leg, index, $0) }
            }
        }
    }

    /// The turn at the end of a step; `nil` if no landmark may identify it: no turn, a ramp, a ferry, a tunnel.
    private init?(_ index: Int, of steps: [Step], in route: Route) {
        let step = steps[index]
        guard step.isPlainTurn || step.passage == .stairs else { return nil }
        // The last maneuver that leaves the road in sight; the departure at the latest.
        let start = steps[..<index].last { !$0.keepsRoadInSight } ?? steps[0]
        let range = start.geometryIndex...max(step.geometryIndex, start.geometryIndex)
        guard start.geometryIndex >= 0, route.geometry.indices.contains(range.upperBound),
            let line = ApproachLine(route.geometry[range], maxMeters: Self.maxMeters)
        else { return nil }
        (self.step, self.line) = (step, line)
        after = Array(route.geometry[range.upperBound...].prefix(Self.verticesAfter))
        isOnFoot = route.travelMode == .foot
    }

    private static let verticesAfter = 50

    /// The side of the turn.
    var side: LandmarkSide {
        switch step.maneuver {
        case .turnLeft, .turnSlightLeft, .turnSharpLeft: .left
        case .turnRight, .turnSlightRight, .turnSharpRight: .right
        default: .none
        }
    }

    /// Whether another street to the same side lies within a distance before the turn, so that it could be meant.
    func hasSameSideStreet(within meters: Double) -> Bool {
        step.sameSideStreetMeters.map { $0 <= meters } ?? false
    }
}

extension Step {
    /// Whether the maneuver turns from one plain road into another.
    fileprivate var isPlainTurn: Bool {
        guard roadClassChange == .none, exitNumber == nil, ferry == .none, tunnelMode == .none, passage == .none,
            roundabout == nil
        else { return false }
        return switch maneuver {
        case .turnLeft, .turnRight, .turnSlightLeft, .turnSlightRight, .turnSharpLeft, .turnSharpRight: true
        default: false
        }
    }

    /// Whether the road before the maneuver continues, so that its landmarks are in sight from there.
    fileprivate var keepsRoadInSight: Bool { maneuver == .straight || maneuver == .nameChange }
}
