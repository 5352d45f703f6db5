import Geodesy
import NavigationEvents

extension ProviderLeg {
    /// Metres of the line before and after a maneuver that show its direction where the document does not tell it.
    private static let lookAroundMeters = 12.0
    /// Points of it that are looked at: where more lie so near together, thousands may.
    private static let mostPoints = 100

    /// Signed change of direction of every maneuver but departure and destination, where it is not known yet.
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

    private func bearing(endingAt vertex: Int, _ geometry: [Coordinate]) -> Double? {
        var start = vertex
        var meters = 0.0
        while start > firstIndex, meters < Self.lookAroundMeters, vertex - start < Self.mostPoints {
            meters += geometry[start - 1].distanceMeters(to: geometry[start])
            start -= 1
        }
        return geometry[start].bearingDegrees(to: geometry[vertex])
    }

    private func bearing(startingAt vertex: Int, _ geometry: [Coordinate]) -> Double? {
        var end = vertex
        var meters = 0.0
        while end < lastIndex, meters < Self.lookAroundMeters, end - vertex < Self.mostPoints {
            meters += geometry[end].distanceMeters(to: geometry[end + 1])
            end += 1
        }
        return geometry[vertex].bearingDegrees(to: geometry[end])
    }
}
