import Geodesy
import NavigationEvents

extension ProviderLeg {
    /// Length of the line before and after a maneuver from which a missing direction is derived, metres.
    private static let lookAroundMeters = 12.0
    /// Maximum number of points for it, since thousands may be close together.
    private static let maxPoints = 100

    /// Derives missing turn angles of all maneuvers except departure and destination.
    mutating func deriveTurnAngles(_ geometry: [Coordinate]) {
        for index in steps.indices.dropFirst().dropLast() where steps[index].step.turnAngleDegrees == nil {
            let vertex = steps[index].step.geometryIndex
            let before = steps[index].bearingBeforeDegrees ?? bearing(endingAt: vertex, geometry)
            let after = steps[index].bearingAfterDegrees ?? bearing(startingAt: vertex, geometry)
            guard let before, let after else { continue }
            steps[index].bearingBeforeDegrees = before
            steps[index].bearingAfterDegrees = after
            steps[index].step.turnAngleDegrees = Angle.signed(after - before)
        }
    }

    /// Angle from which a maneuver without a direction is a turn, degrees.
    private static let turnDegrees = 30.0

    /// Gives the maneuvers that providers write without a direction the turn to their side: stairs, lifts, doors, and
    /// the end of a crossing.
    mutating func turnPassages() {
        for index in steps.indices where steps[index].step.maneuver == .straight {
            guard steps[index].step.passage != .none || steps[index].step.ferry == .exit,
                let angle = steps[index].step.turnAngleDegrees, abs(angle) >= Self.turnDegrees
            else { continue }
            steps[index].step.maneuver =
                TurnDetector.Turn(index: steps[index].step.geometryIndex, angleDegrees: angle).maneuver
        }
    }

    private func bearing(endingAt vertex: Int, _ geometry: [Coordinate]) -> Double? {
        var start = vertex
        var meters = 0.0
        while start > firstIndex, meters < Self.lookAroundMeters, vertex - start < Self.maxPoints {
            meters += geometry[start - 1].distanceMeters(to: geometry[start])
            start -= 1
        }
        return geometry[start].bearingDegrees(to: geometry[vertex])
    }

    private func bearing(startingAt vertex: Int, _ geometry: [Coordinate]) -> Double? {
        var end = vertex
        var meters = 0.0
        while end < lastIndex, meters < Self.lookAroundMeters, end - vertex < Self.maxPoints {
            meters += geometry[end].distanceMeters(to: geometry[end + 1])
            end += 1
        }
        return geometry[vertex].bearingDegrees(to: geometry[end])
    }
}
