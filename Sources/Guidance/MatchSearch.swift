/// Searches the most probable position around a prediction, by the distances from the observation and from the
/// prediction and by the course.
///
/// The search starts at the prediction and ends where the distance from it alone costs more than the best match: a few
/// segments, however finely the line is drawn.
struct MatchSearch {
    /// Such a match is better than none, and worse than any other.
    private static let passedVertexCost = 100.0

    /// Variance of a prediction without a measured speed, in variances of a fix.
    private static let unmeasuredFactor = 3.0

    /// Speed, metres per second, from which a course counts fully; one that is derived from positions, from a certain
    /// movement of this speed.
    private static let reliableSpeed = 4.0
    private static let reliableCertainSpeed = 1.3

    private let predicted: Double
    private let within: (from: Double, to: Double)
    private let lateralWeight: Double
    private let aheadWeight: Double
    private let courseWeight: Double
    private var minCost = Double.infinity
    private(set) var best: (segment: Int, fraction: Double, squaredMeters: Double)?

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - observation: The fix to match.
    ///   - predicted: Predicted metres along the route.
    ///   - variance: Variance of the prediction, square metres.
    ///   - limit: Metres along the route up to which it searches.
    ///   - laneMeters: Usual distance of the vehicle from the line.
    init(_ observation: Observation, around predicted: Double, variance: Double, limit: Double, laneMeters: Double) {
        self.predicted = predicted
        let squared = observation.accuracy * observation.accuracy
        // Without a measured speed the prediction is only the last fix.
        let spread = variance + (observation.isSpeedMeasured ? 1 : Self.unmeasuredFactor) * squared
        let reach = 4 * spread.squareRoot() + 25
        within = (max(predicted - reach, 0), min(predicted + reach, limit))
        lateralWeight = 0.5 / (squared + laneMeters * laneMeters)
        aheadWeight = 0.5 / spread
        let certainty =
            observation.isSpeedMeasured
            ? observation.speed / Self.reliableSpeed : observation.certainSpeed / Self.reliableCertainSpeed
        courseWeight = 2 * min(1, certainty)
    }

    /// Searches the line forwards and backwards from the segment of the prediction.
    @inline(__always)
    mutating func run(_ observation: Observation, from here: Int, over line: UnsafeBufferPointer<RouteVertex>) {
        var index = here
        while index < line.count - 1, line[index].distanceAlongRouteMeters <= within.to,
            isWorthwhile(line[index].distanceAlongRouteMeters - predicted)
        {
            consider(index, line, observation)
            index += 1
        }
        index = here - 1
        while index >= 0, line[index + 1].distanceAlongRouteMeters >= within.from,
            isWorthwhile(predicted - line[index + 1].distanceAlongRouteMeters)
        {
            consider(index, line, observation)
            index -= 1
        }
    }

    /// Whether a match at least this far from the prediction can still be the best.
    private func isWorthwhile(_ meters: Double) -> Bool { meters <= 0 || meters * meters * aheadWeight < minCost }

    /// Whether the nearest point of a segment is a vertex from which the line comes nearer to the observation: not a
    /// match of the observation, but a compromise with the prediction.
    @inline(__always)
    private func isPassedVertex(
        _ index: Int, _ fraction: Double, _ line: UnsafeBufferPointer<RouteVertex>, _ observation: Observation
    ) -> Bool {
        if fraction >= 1, index + 2 < line.count { return line[index + 1].nearest(to: observation).fraction > 0 }
        if fraction <= 0, index > 0 { return line[index - 1].nearest(to: observation).fraction < 1 }
        return false
    }

    @inline(__always)
    private mutating func consider(
        _ index: Int, _ line: UnsafeBufferPointer<RouteVertex>, _ observation: Observation
    ) {
        let near = line[index].nearest(to: observation)
        let candidate =
            line[index].distanceAlongRouteMeters
            + (line[index + 1].distanceAlongRouteMeters - line[index].distanceAlongRouteMeters) * near.fraction
        guard candidate >= within.from, candidate <= within.to else { return }
        let ahead = candidate - predicted
        var cost = near.squaredMeters * lateralWeight + ahead * ahead * aheadWeight
        guard cost < minCost else { return }
        if isPassedVertex(index, near.fraction, line, observation) { cost += Self.passedVertexCost }
        let total = cost + courseWeight * (1 - line[index].agreement(with: observation))
        guard total < minCost else { return }
        minCost = total
        best = (index, near.fraction, near.squaredMeters)
    }
}
