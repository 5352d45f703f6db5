import Geodesy
import Glibc
import NavigationEvents

/// The checked line of a route with its lengths and times: the first stage of building a ``RouteModel``.
struct MeasuredRoute {
    /// Ten times the steps of a very long journey.
    private static let maxSteps = 30_000
    /// The names and signs of a step are part of every event on the way to it, together with those of the next steps.
    private static let maxTextBytes = 16_384

    private(set) var vertices: [RouteVertex]
    let steps: [Step]
    private(set) var stops: [RouteModel.Stop] = []

    init(_ route: Route) throws(RouteModelError) {
        try Self.checkLine(route.geometry)
        guard Self.isLength(route.distanceMeters), Self.isLength(route.durationSeconds) else {
            throw .badLength(distanceMeters: route.distanceMeters, durationSeconds: route.durationSeconds)
        }
        steps = route.legs.flatMap(\.steps)
        guard steps.count <= Self.maxSteps else {
            throw .tooManySteps(count: steps.count, limit: Self.maxSteps)
        }
        try Self.checkSteps(route, count: route.geometry.count)
        vertices = Self.measured(route.geometry)
        scaleToSteps()
        var stepCount = 0
        for (leg, stopover) in zip(route.legs, route.stopovers) {
            stepCount += leg.steps.count
            stops.append(
                .init(
                    distanceAlongRouteMeters: vertices[stopover.geometryIndex].distanceAlongRouteMeters,
                    stepIndex: stepCount - 1))
        }
    }

    private static func isLength(_ number: Double) -> Bool { (0...1e12).contains(number) }

    private static func checkLine(_ geometry: [Coordinate]) throws(RouteModelError) {
        for (index, coordinate) in geometry.enumerated() where !coordinate.isValid {
            throw .badCoordinate(index: index, coordinate: coordinate)
        }
        guard let first = geometry.first, geometry.contains(where: { $0 != first }) else {
            throw .noLine(vertices: geometry.count)
        }
    }

    private static func checkSteps(_ route: Route, count: Int) throws(RouteModelError) {
        guard !route.legs.isEmpty, route.legs.count == route.stopovers.count else {
            throw .stopoversDoNotFitLegs(stopovers: route.stopovers.count, legs: route.legs.count)
        }
        var previous = 0
        for (leg, steps) in route.legs.map(\.steps).enumerated() {
            guard !steps.isEmpty else { throw .legWithoutSteps(leg: leg) }
            for step in steps {
                guard step.textBytes <= maxTextBytes else {
                    throw .tooMuchText(step: step.number, bytes: step.textBytes, limit: maxTextBytes)
                }
                let index = step.geometryIndex
                guard (0..<count).contains(index) else {
                    throw .stepOutsideLine(step: step.number, geometryIndex: index, vertices: count)
                }
                guard index >= previous else {
                    throw .stepBackwards(step: step.number, geometryIndex: index, previousIndex: previous)
                }
                previous = index
            }
        }
        previous = 0
        for (number, stopover) in route.stopovers.enumerated() {
            guard stopover.position.isValid else {
                throw .badStopover(stopover: number, coordinate: stopover.position)
            }
            let index = stopover.geometryIndex
            guard (0..<count).contains(index) else {
                throw .stopoverOutsideLine(stopover: number, geometryIndex: index, vertices: count)
            }
            guard index >= previous else {
                throw .stopoverBackwards(stopover: number, geometryIndex: index, previousIndex: previous)
            }
            previous = index
        }
    }

    /// Vertices with segments, headings and unscaled lengths.
    private static func measured(_ geometry: [Coordinate]) -> [RouteVertex] {
        var vertices: [RouteVertex] = []
        vertices.reserveCapacity(geometry.count)
        for coordinate in geometry {
            let longitude = vertices.last.map { last in
                last.longitude + Angle.wrapped180(coordinate.longitudeDegrees - last.longitude)
            }
            let vertex = RouteVertex(
                latitude: coordinate.latitudeDegrees, longitude: longitude ?? coordinate.longitudeDegrees,
                distanceAlongRouteMeters: 0, time: 0
            )
            vertices.append(vertex)
        }
        var length = 0.0
        var heading = firstHeading(vertices)
        for index in vertices.indices.dropLast() {
            let next = vertices[index + 1]
            vertices[index].distanceAlongRouteMeters = length
            length += connect(&vertices[index], to: next, heading: &heading)
        }
        let last = vertices.count - 1
        let scale = LocalScale(latitudeDegrees: vertices[last].latitude)
        vertices[last].distanceAlongRouteMeters = length
        vertices[last].heading = heading
        vertices[last].eastScale = Float(scale.metersPerDegreeEast)
        vertices[last].northScale = Float(scale.metersPerDegreeNorth)
        return vertices
    }

    /// Sets the segment of the vertex; returns its length in metres.
    private static func connect(_ vertex: inout RouteVertex, to next: RouteVertex, heading: inout Float) -> Double {
        let scale = LocalScale(latitudeDegrees: (vertex.latitude + next.latitude) / 2)
        let east = (next.longitude - vertex.longitude) * scale.metersPerDegreeEast
        let north = (next.latitude - vertex.latitude) * scale.metersPerDegreeNorth
        if let bearing = Angle.bearing(eastMeters: east, northMeters: north) { heading = Float(bearing) }
        vertex.eastScale = Float(scale.metersPerDegreeEast)
        vertex.northScale = Float(scale.metersPerDegreeNorth)
        vertex.east = Float(east)
        vertex.north = Float(north)
        vertex.heading = heading
        let length = (east * east + north * north).squareRoot()
        vertex.inverseLength = length > 0 ? Float(1 / length) : 0
        return length
    }

    /// The heading of the first segment with a length, for duplicate vertices at the start.
    private static func firstHeading(_ vertices: [RouteVertex]) -> Float {
        for (one, next) in zip(vertices, vertices.dropFirst()) {
            var vertex = one
            var heading: Float = -1
            if connect(&vertex, to: next, heading: &heading) > 0, heading >= 0 { return heading }
        }
        return 0
    }

    /// Maximum duration of a step; larger sums would no longer be exact.
    private static let maxStepSeconds = 1e9

    /// Scales every step to the length that its provider declares, so that distances agree with the router's, and
    /// distributes its declared duration over its length.
    private mutating func scaleToSteps() {
        var from = 0
        var measuredFrom = 0.0
        for step in steps where step.geometryIndex > from {
            let to = step.geometryIndex
            let measuredTo = vertices[to].distanceAlongRouteMeters
            let measured = measuredTo - measuredFrom
            let declared = step.distanceFromPreviousMeters
            // A declared length far from the measured one is an error of the provider; the line is right.
            let fits = declared.isFinite && declared > measured / 2 && declared < measured * 2 + 2
            let duration = step.durationFromPreviousSeconds
            let lasts = duration > 0 && duration <= Self.maxStepSeconds && measured > 0
            rescale(
                from..<to, factor: fits && measured > 0 ? declared / measured : 1,
                secondsPerMeter: lasts ? duration / measured : 0)
            from = to
            measuredFrom = measuredTo
        }
        rescale(from..<(vertices.count - 1), factor: 1, secondsPerMeter: 0)
    }

    /// Recomputes the distances and times of the segments after the first vertex, including the vertex after the last
    /// one.
    private mutating func rescale(_ segments: Range<Int>, factor: Double, secondsPerMeter: Double) {
        let start = vertices[segments.lowerBound]
        var measured = 0.0
        for index in segments {
            let east = Double(vertices[index].east)
            let north = Double(vertices[index].north)
            measured += (east * east + north * north).squareRoot()
            vertices[index + 1].distanceAlongRouteMeters = start.distanceAlongRouteMeters + measured * factor
            vertices[index + 1].time = start.time + measured * secondsPerMeter
        }
    }
}

extension Step {
    /// Size of all its texts, bytes.
    fileprivate var textBytes: Int {
        [fullRoadName, simpleRoadName, instruction ?? "", exitNumber ?? "", borderCountryCode ?? ""]
            .reduce(0) { $0 + $1.utf8.count }
            + (signpost.map { ($0.destinations + $0.refs).reduce(0) { $0 + $1.utf8.count } } ?? 0)
    }
}
