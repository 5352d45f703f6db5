import Geodesy

/// A query for a point on the route, away from the prediction.
struct RoutePointQuery {
    /// Range to search, metres along the route.
    var within: ClosedRange<Double>
    /// Maximum distance from the line, metres.
    var radius: Double
    /// Minimum cosine of the angle between the course and the line.
    var minAgreement: Double
    /// Metres along the route where the point is expected, if known: of points equally near the line, the one nearest
    /// to it is preferred.
    var expectedAlongMeters: Double?
}

extension RouteModel {
    /// The best match near the line, in about its direction; `nil` also if the range is empty.
    ///
    /// - Parameters:
    ///   - observation: The fix to match.
    ///   - from: Beginning of the range, metres along the route.
    ///   - to: End of the range, metres along the route.
    ///   - expectedAlongMeters: ``RoutePointQuery/expectedAlongMeters``.
    func find(
        _ observation: Observation, from: Double, to: Double, expectedAlongMeters: Double? = nil
    ) -> RoutePoint? {
        guard from < to else { return nil }
        return find(
            observation,
            RoutePointQuery(
                within: from...to, radius: max(30, 2 * observation.accuracy), minAgreement: 0.5,
                expectedAlongMeters: expectedAlongMeters))
    }

    /// The best match of the query: near the line and the expected point, then early on the route.
    func find(_ observation: Observation, _ search: RoutePointQuery) -> RoutePoint? {
        let from = search.within.lowerBound <= 0 ? 0 : segment(at: search.within.lowerBound, near: 0)
        let isToEnd = search.within.upperBound >= vertices[lastSegment].distanceAlongRouteMeters
        let to = isToEnd ? lastSegment : segment(at: search.within.upperBound, near: from)
        let scale = LocalScale(latitudeDegrees: observation.latitude)
        var best: RoutePoint?
        var minCost = Double.infinity
        vertices.withUnsafeBufferPointer { line in
            segmentIndex.visitSegments(
                latitude: observation.latitude, longitude: observation.longitude,
                latitudeMargin: search.radius / scale.metersPerDegreeNorth * 1.05,
                longitudeMargin: search.radius / scale.metersPerDegreeEast * 1.05,
                within: from..<(to + 1)
            ) { segments in
                for index in segments {
                    let near = line[index].nearest(to: observation)
                    guard near.squaredMeters <= search.radius * search.radius else { continue }
                    let point = routePoint(index, near.fraction, near.squaredMeters, observation)
                    guard search.within.contains(point.distanceAlongRouteMeters), point.agreement >= search.minAgreement
                    else {
                        continue
                    }
                    let cost = Self.cost(of: point, search)
                    if cost < minCost - 1e-9 { (best, minCost) = (point, cost) }
                }
            }
        }
        return best
    }

    private static func cost(of point: RoutePoint, _ search: RoutePointQuery) -> Double {
        let beside = point.offset + 4 * (1 - point.agreement)
        guard let expected = search.expectedAlongMeters else { return beside }
        return beside + min((point.distanceAlongRouteMeters - expected).magnitude / 20, 20)
    }

    func routePoint(
        _ segment: Int, _ fraction: Double, _ squaredMeters: Double, _ observation: Observation
    ) -> RoutePoint {
        let vertex = vertices[segment]
        let offset = squaredMeters.squareRoot()
        let east =
            (observation.longitude - vertex.longitude) * Double(vertex.eastScale) - Double(vertex.east) * fraction
        let north =
            (observation.latitude - vertex.latitude) * Double(vertex.northScale) - Double(vertex.north) * fraction
        let outward = observation.courseEast * east + observation.courseNorth * north
        return RoutePoint(
            segment: segment, fraction: fraction,
            distanceAlongRouteMeters: vertex.distanceAlongRouteMeters
                + (vertices[segment + 1].distanceAlongRouteMeters - vertex.distanceAlongRouteMeters) * fraction,
            offset: offset,
            agreement: vertex.agreement(with: observation),
            outwardSpeed: offset > 0 ? observation.speed * outward / offset : 0)
    }
}
